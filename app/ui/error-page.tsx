import { isRouteErrorResponse } from 'react-router';
import { ButtonLink } from './button.tsx';
import { Page } from './page.tsx';

/** What a page that cannot be shown says instead: what happened, and where to go on. */
export function ErrorPage({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Page>
      <h1>{isMissing ? 'There is no such page.' : 'Something went wrong on our side.'}</h1>
      <p>
        {isMissing
          ? 'It may have moved, or the address has a typing error.'
          : 'Nothing you sent was lost on purpose. Please try again in a moment; if it goes on, tell the club.'}
      </p>
      <p>
        <ButtonLink to="/home" reloadDocument>
          Go to the home page
        </ButtonLink>
      </p>
    </Page>
  );
}
