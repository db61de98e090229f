import type { Kind } from '../addresses.ts';
import { findAddress } from '../http/find-address.ts';

/** No key, no name and nothing that a visitor typed is in it. */
export interface RouteName {
  /** Such as /events/:id; '*' for what no table knows. */
  route: string;
  kind: Kind;
}

export function routeName(url: string): RouteName {
  const { path, kind, isData } = findAddress(url);
  if (kind === 'unknown') return { route: '*', kind };
  return { route: isData ? `${path}.data` : path, kind: isData && kind === 'page' ? 'data' : kind };
}
