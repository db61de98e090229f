import { redirect, type RouterContextProvider } from 'react-router';
import type { SignInErrorCode, SignInError } from '../../auth/sign-in-error.ts';
import { popupPage } from './popup-page.ts';

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
