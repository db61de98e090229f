import type { RouterContextProvider } from 'react-router';
import type { SignInErrorCode } from '../../auth/sign-in-error.ts';
import { responseContext } from '../../http/context.server.ts';
import { SIGN_IN_CHANNEL } from '../../ui/sign-in-channel.ts';

/** The last page in the sign-in popup: tells the window that opened it how it went, and closes itself. */
export function popupPage(
  context: Readonly<RouterContextProvider>,
  headers: Headers,
  problem?: SignInErrorCode,
): Response {
  const { nonce } = context.get(responseContext);
  const next = problem ? `/auth/login?problem=${problem}` : '/admin';
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign-in</title></head>
<body>
<p><a href="${next}">${problem ? 'Back to the login' : 'You are signed in. Go to the admin area'}</a></p>
<script nonce="${nonce}">
new BroadcastChannel('${SIGN_IN_CHANNEL}').postMessage(${JSON.stringify({ problem: problem ?? null })});
window.close();
</script>
</body>
</html>`,
    { headers },
  );
}
