import { redirect } from 'react-router';
import { followLink } from '../domain/links/read-links.ts';
import { cacheUntil } from '../http/cache/cache-until.ts';
import { siteContext } from '../http/context.server.ts';
import { CACHE_CONTROL } from '../http/headers/cache-control.ts';
import type { Route } from './+types/go';
import { onlyRead } from '../http/actions.ts';

const HEADERS = { 'cache-control': CACHE_CONTROL.askAgain, 'referrer-policy': 'no-referrer' };

/** Redirects from a short link. An unknown or expired one is answered like any unknown path. */
export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const { db, settings } = context.get(siteContext);
  const found = await followLink(db, slug, settings);
  if (!found) return redirect('/home');
  if (found.kind === 'moved') return redirect(found.to, { status: 308, headers: HEADERS });
  cacheUntil(context, { topics: ['link'], visits: found.key, ...(found.until !== null && { until: found.until }) });
  return redirect(found.to, { status: 302, headers: HEADERS });
}

export const action = onlyRead;
