import { redirect } from 'react-router';
import { toSignInError } from '../../auth/sign-in-error.ts';
import { networkOf } from '../../http/listen/client-address.ts';
import { addressContext, siteContext } from '../../http/context.server.ts';
import type { Route } from './+types/start';
import { answerFailure } from './popup-page.ts';

/** Sends the browser to the identity provider, with a cookie that it must come back with. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth } = context.get(siteContext);
  const isPopup = new URL(request.url).searchParams.has('popup');
  const { wait } = await auth.limiter.take(networkOf(context.get(addressContext)));
  if (wait !== undefined) {
    return answerFailure(context, 'busy', isPopup);
  }
  try {
    const { address, cookie } = await auth.begin(isPopup);
    return redirect(address, { headers: { 'set-cookie': cookie, 'cache-control': 'no-store' } });
  } catch (error) {
    return answerFailure(context, toSignInError(error, 'unreachable'), isPopup);
  }
}
