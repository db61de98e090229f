import { redirect, type RouterContextProvider } from 'react-router';
import type { SignInErrorCode, SignInError } from '../../auth/sign-in-error.ts';
import { responseContext } from '../../http/context.server.ts';
import { SIGN_IN_CHANNEL } from '../../ui/sign-in-channel.ts';

export function answerFailure(
  context: Readonly<RouterContextProvider>,
  problem: SignInError | SignInErrorCode,
  isPopup: boolean,
): Response {
  const code = typeof problem === 'string' ? problem : problem.code;
  if (typeof problem !== 'string' && problem.cause instanceof Error) {
    console.warn(`A sign-in failed (${code}): ${problem.cause.message}`);
  }
  const headers = new Headers({ 'cache-control': 'no-store' });
  return isPopup ? popupPage(context, headers, code) : redirect(`/auth/login?problem=${code}`, { headers });
}

/** The last page in the sign-in popup: posts the result to the window that opened it, and closes itself. */
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
