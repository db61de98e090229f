import { useEffect, useRef } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import { endSession } from '../../domain/users/sessions.ts';
import { toAction, type ActionInput } from '../../http/actions.ts';
import { Button } from '../../ui/button.tsx';
import { forgetDrafts } from '../../ui/form/kept-drafts.ts';
import { Page } from '../../ui/page.tsx';
import { headOf } from '../../ui/site-facts.ts';
import type { Route } from './+types/logout';
import * as panel from '../../ui/panel.module.css';
import * as styles from './auth.module.css';
import { inBackground } from '../../ui/in-background.ts';

/** Ends the session. Only this site's own pages can post here: a link, a prefetch or another site's image cannot. */
export const action = toAction(async ({ site: { auth, db }, request }: ActionInput<Route.ActionArgs>) => {
  const secret = auth.sessionCookie.read(request.headers.get('cookie'));
  if (secret) await endSession(db, secret);
});

export const meta: Route.MetaFunction = ({ matches }) => [
  ...headOf(matches, { title: 'Logout', description: 'Where signing out ends.', path: '/auth/logout' }),
  { name: 'robots', content: 'noindex' },
];

const REDIRECT_MS = 1000;

export default function Logout({ actionData }: Route.ComponentProps) {
  const { result, retry } = useLogout();
  const answer = actionData ?? result;
  return (
    <Page narrow>
      <div className={styles.panel}>
        <h1>Logout</h1>
        <p role="status">
          {answer?.ok
            ? 'You have been logged out. Redirecting home.'
            : !answer && <span className={styles.busy}>Logging you out…</span>}
        </p>
        {answer?.ok === false && (
          <>
            <p role="alert" className={panel.error}>
              {answer.error}
            </p>
            <Button onClick={retry}>Try again</Button>
          </>
        )}
        <noscript>
          {answer?.ok ? (
            <meta httpEquiv="refresh" content="1;url=/home" />
          ) : (
            <form method="post">
              <Button type="submit">Log out</Button>
            </form>
          )}
        </noscript>
      </div>
    </Page>
  );
}

/** Signing out also deletes what the door's page keeps on this phone. */
async function forgetDoors(): Promise<void> {
  const { forgetSignedInDoors } = await import('../door/cache-door.ts');
  await forgetSignedInDoors().catch(() => undefined);
}

function useLogout() {
  const { submit, data } = useFetcher<typeof action>();
  const navigate = useNavigate();
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    inBackground(submit(null, { method: 'post' }));
  }, [submit]);
  useEffect(() => {
    if (!data?.ok) return;
    forgetDrafts();
    inBackground(forgetDoors());
    const timer = setTimeout(() => inBackground(navigate('/home', { replace: true })), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [data, navigate]);
  return { result: data, retry: () => inBackground(submit(null, { method: 'post' })) };
}
