import { useEffect, useState, type SubmitEvent } from 'react';
import { redirectDocument, useNavigate } from 'react-router';
import { sentenceFor } from '../../auth/sign-in-error.ts';
import { isLoopback } from '../../config/settings.server.ts';
import { actorContext, siteContext, responseContext } from '../../http/context.server.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { writeItem } from '../../ui/browser-storage.ts';
import { SIGN_IN_BEGUN, SIGN_IN_CHANNEL } from '../../ui/sign-in-channel.ts';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import type { Route } from './+types/login';
import * as panel from '../../ui/panel.module.css';
import * as styles from './auth.module.css';
import { inBackground } from '../../ui/in-background.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor) throw redirectDocument(actor.role ? '/admin' : '/home');
  const { settings, club, auth } = context.get(siteContext);
  const url = new URL(request.url);
  // On one's own machine, a sign-in begun at 127.0.0.1 would come back to localhost, where its cookie is not. Cookies know no
  // ports, and a proxy may leave them out of the host that it passes on.
  const { hostname } = new URL(settings.publicUrl);
  if (isLoopback(url.origin) && isLoopback(settings.publicUrl) && url.hostname !== hostname) {
    throw redirectDocument(`${settings.publicUrl}/auth/login`);
  }
  context.get(responseContext).forms = [auth.providerOrigin];
  return {
    provider: club.identityProvider.name,
    problem: sentenceFor(url.searchParams.get('problem')),
    local: auth.local ? { isPasswordSet: auth.local.isPasswordSet } : null,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...headOf(matches, { title: 'Login', description: 'Where the club’s admins sign in.', path: '/auth/login' }),
  { name: 'robots', content: 'noindex' },
];

const POPUP = 'clubroom-sign-in';
const POPUP_FEATURES = 'popup,width=480,height=680';

export default function Login({ loaderData: { provider, problem, local } }: Route.ComponentProps) {
  const { name } = useSiteFacts();
  const [isElsewhere, setElsewhere] = useState(false);
  useSignInEnd();
  useEffect(() => inBackground(forgetNames()), []);
  return (
    <Page narrow>
      <div className={styles.panel}>
        <h1>Login</h1>
        <p>{`Only the ${name} ${provider} account will give access to the admin panel`}</p>
        {problem && (
          <p className={panel.error} role="alert">
            {problem}
          </p>
        )}
        <form action="/auth/start" target={POPUP} onSubmit={(event) => setElsewhere(openPopup(event))}>
          <input type="hidden" name="popup" value="1" />
          <Button type="submit">Login</Button>
        </form>
        <output>
          {isElsewhere && 'Continue in the window that has opened. If you do not see it, press Login again.'}
        </output>
        {local && (
          <p className={styles.hint}>
            This site uses its local identity provider: sign in as <code>admin@localhost</code>, with the password{' '}
            {local.isPasswordSet ? (
              <span>
                in <code>LOCAL_IDP_PASSWORD</code>.
              </span>
            ) : (
              <span>that was printed when the site started.</span>
            )}
          </p>
        )}
      </div>
    </Page>
  );
}

/** Whose session ended elsewhere, or ran out, comes here: no name stays on this phone until somebody signs in again. */
async function forgetNames(): Promise<void> {
  const { forgetSignedInNames } = await import('../door/cache-door.ts');
  await forgetSignedInNames().catch(() => undefined);
}

/** True if a popup opened. If the browser blocks it, the whole page goes to the identity provider instead. */
function openPopup(event: SubmitEvent<HTMLFormElement>): boolean {
  event.preventDefault();
  writeItem('sessionStorage', SIGN_IN_BEGUN, '1');
  if (window.open('/auth/start?popup=1', POPUP, POPUP_FEATURES)) return true;
  window.location.assign('/auth/start');
  return false;
}

function useSignInEnd(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
    channel.onmessage = ({ data: { problem } }: MessageEvent<{ problem: string | null }>) => {
      if (problem) inBackground(navigate(`/auth/login?problem=${problem}`, { replace: true }));
      else window.location.assign('/admin');
    };
    return () => channel.close();
  }, [navigate]);
}
