import type { RunningApp } from './app.ts';
import { Browser } from './browser.ts';

export const PASSWORD = 'a local password';

/** Goes through the local provider's screens as far as the address it sends the browser back to. */
export async function signInLocally(
  app: Pick<RunningApp, 'url'>,
  browser: Browser,
  email: string,
  start = '/auth/start',
) {
  const { address } = await browser.follow(app.url + start);
  const body = new URLSearchParams({ email, password: PASSWORD });
  const { address: callback } = await browser.follow(address, (next) => next.includes('/auth/callback'), {
    method: 'POST',
    body,
  });
  return callback;
}

/** Signs in with one of the local accounts, all the way. */
export async function signedInLocally(app: Pick<RunningApp, 'url'>, email: string): Promise<Browser> {
  const browser = new Browser();
  await browser.ask(await signInLocally(app, browser, email));
  return browser;
}

/** The user record as stored. */
export function findUser(app: RunningApp, uid: string) {
  return app.site.db.query.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();
}

/** How many sessions are open. */
export async function countSessions(app: RunningApp): Promise<number> {
  return (await app.site.db.query.selectFrom('sessions').selectAll().execute()).length;
}
