import type { Hono } from 'hono';
import type { ServerBuild } from 'react-router';
import type { AppEnv } from './env.ts';

export interface TableRoute {
  kind: 'screen' | 'address';
  method: string;
  /** With parameters as `:name`, and `*` at the end for whatever follows. */
  path: string;
}

export function routeTable(screens: ServerBuild['routes'], app: Hono<AppEnv>): TableRoute[] {
  const addresses = app.routes.map(({ method, path }): TableRoute => ({ kind: 'address', method, path }));
  const pages = Object.values(screens).flatMap((route): TableRoute[] =>
    route?.id === 'root' || !route ? [] : [{ kind: 'screen', method: 'ALL', path: pathOf(screens, route.id) || '/' }],
  );
  return [...pages, ...addresses];
}

function pathOf(screens: ServerBuild['routes'], id: string | undefined): string {
  const route = id === undefined ? undefined : screens[id];
  if (!route) return '';
  const parent = pathOf(screens, route.parentId);
  return route.path ? `${parent}/${route.path}` : parent;
}

/** Paths without a '*' first, then those with the fewest parameters, then the longest. */
export function bySpecificity(one: { path: string }, other: { path: string }): number {
  const weight = ({ path }: { path: string }) => (path.includes('*') ? 100 : 0) + (path.match(/:/g)?.length ?? 0);
  return weight(one) - weight(other) || other.path.length - one.path.length;
}
