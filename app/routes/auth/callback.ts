import { redirect } from 'react-router';
import { toSignInError } from '../../auth/sign-in-error.ts';
import { networkOf } from '../../http/listen/client-address.ts';
import { addressContext, siteContext } from '../../http/context.server.ts';
import type { Route } from './+types/callback';
import { answerFailure, popupPage } from './popup-page.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth } = context.get(siteContext);
  const network = networkOf(context.get(addressContext));
  const cookies = request.headers.get('cookie');
  const isPopup = auth.isPopup(cookies);
  try {
    const { search } = new URL(request.url);
    const headers = new Headers({ 'cache-control': 'no-store' });
    for (const cookie of await auth.finish(search, cookies, network)) headers.append('set-cookie', cookie);
    return isPopup ? popupPage(context, headers) : redirect('/admin', { headers });
  } catch (error) {
    return answerFailure(context, toSignInError(error, 'refused'), isPopup);
  }
}
