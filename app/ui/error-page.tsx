import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { ButtonLink } from './button.tsx';
import { Page } from './page.tsx';

/** What a page that cannot be shown says instead: what happened, and where to go on. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (pathname.startsWith('/admin') && (status === 401 || status === 403)) return <Leaving status={status} />;
  const isMissing = status === 404;
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

/** Whose session or right ended while the admin area was open goes where loading the page would have led. */
function Leaving({ status }: { status: 401 | 403 }) {
  useEffect(() => window.location.replace(status === 401 ? '/auth/login' : '/home'), [status]);
  return (
    <Page>
      <p role="status">{status === 401 ? 'Your session has ended. Taking you to the login.' : 'Taking you home.'}</p>
    </Page>
  );
}
