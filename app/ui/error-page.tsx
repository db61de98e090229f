import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { ButtonLink } from './button.tsx';
import * as styles from './page.module.css';
import { Page } from './page.tsx';
import { useOnline } from './use-online.ts';

const MISSING = {
  heading: 'There is no such page.',
  text: 'It may have moved, or the address may be mistyped.',
};
/** A page without a form was sent one. */
const ONLY_READ = {
  heading: 'Nothing can be sent to this page.',
  text: 'It is there to be read. If a form brought you here, go back, load its page again and send it once more.',
};
const BROKEN = {
  heading: 'Something went wrong on our side.',
  text: 'It is not your fault, and what was saved is safe. Please try again in a moment; if it keeps happening, tell the club.',
};
/** Something in the browser, such as a translation, removed what React drew. */
export const CHANGED = {
  heading: 'This page has to be loaded again.',
  text: 'Something in your browser, such as a translation, has changed it. What was sent and saved is safe.',
};
const OFFLINE = {
  heading: 'You are offline.',
  text: 'This page has not been loaded yet. Try again once you are back online.',
};
export const UNREACHABLE = 'The site could not be reached. Try again in a moment: what was saved is safe.';
const WORDS = {
  broken: BROKEN,
  changed: CHANGED,
  offline: OFFLINE,
  unreachable: { heading: 'This page cannot be loaded.', text: UNREACHABLE },
};

export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const isOnline = useOnline();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (pathname.startsWith('/admin') && (status === 401 || status === 403)) return <EndOfAccess status={status} />;
  const isMissing = status === 404;
  const words = isMissing ? MISSING : status === 405 ? ONLY_READ : WORDS[whyNotLoaded(error, isOnline)];
  return (
    <Page>
      {/* No route is shown that could set the title. */}
      <title>{words.heading}</title>
      <h1>{words.heading}</h1>
      <p>{words.text}</p>
      <p className={styles.ways}>
        {!isMissing && (
          <ButtonLink to={pathname + search} replace reloadDocument={words === CHANGED}>
            Try again
          </ButtonLink>
        )}
        <ButtonLink to="/home" reloadDocument quiet={!isMissing}>
          Go to the home page
        </ButtonLink>
      </p>
    </Page>
  );
}

/** If the session or role ended while the admin area was open, goes where loading the page would have led. */
function EndOfAccess({ status }: { status: 401 | 403 }) {
  useEffect(() => window.location.replace(status === 401 ? '/auth/login' : '/home'), [status]);
  return (
    <Page>
      <p role="status">{status === 401 ? 'Your session has ended. Taking you to the login.' : 'Taking you home.'}</p>
    </Page>
  );
}

type WhyNotLoaded = 'offline' | 'unreachable' | 'changed' | 'broken';

/** What browsers say when no answer came at all. */
const NO_ANSWER = /failed to fetch|networkerror|load failed|dynamically imported module/i;

export function whyNotLoaded(error: unknown, isOnline: boolean): WhyNotLoaded {
  if (error instanceof DOMException && error.name === 'NotFoundError') return 'changed';
  if (!isOnline) return 'offline';
  return error instanceof TypeError && NO_ANSWER.test(error.message) ? 'unreachable' : 'broken';
}
