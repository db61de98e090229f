import { ownText } from '../http/cache/own-copy.ts';
import { bySpecificity, type TableRoute } from '../http/route-table.ts';

const KINDS = ['page', 'data', 'admin', 'sign-in', 'api', 'file', 'asset', 'live', 'program', 'unknown'] as const;

export type Kind = (typeof KINDS)[number];

/** No key, no name and nothing that a visitor typed is in it. */
export interface RouteName {
  /** Such as /events/:id; '*' for what no table knows. */
  route: string;
  kind: Kind;
}

const UNKNOWN: RouteName = { route: '*', kind: 'unknown' };
const MOST_REMEMBERED = 2000;
const LONGEST_REMEMBERED = 200;

export function routeNames(table: Pick<TableRoute, 'kind' | 'path'>[]): (url: string) => RouteName {
  const routes = table
    .filter(({ path }) => !/^\/?\*$/.test(path))
    .map(compiled)
    .toSorted(bySpecificity);
  const known = new Map<string, RouteName>();

  function find(path: string): RouteName {
    const isData = path.endsWith('.data');
    const asked = isData ? path.slice(0, -'.data'.length).replace(/^\/_root$/, '/') : path;
    const found = routes.find(({ pattern, isScreen }) => (isScreen ? pattern.test(asked) : pattern.test(path)));
    if (!found) return UNKNOWN;
    const isScreenData = isData && found.isScreen;
    return { route: isScreenData ? `${found.path}.data` : found.path, kind: kindOf(found, isScreenData) };
  }

  return (url) => {
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    const before = known.get(path);
    if (before) return before;
    const name = find(path);
    if (known.size >= MOST_REMEMBERED) known.clear();
    if (path.length <= LONGEST_REMEMBERED) known.set(ownText(path), name);
    return name;
  };
}

interface Compiled {
  path: string;
  isScreen: boolean;
  pattern: RegExp;
}

function compiled({ kind, path }: Pick<TableRoute, 'kind' | 'path'>): Compiled {
  return { path, isScreen: kind === 'screen', pattern: new RegExp(`^${patternOf(path)}/?$`, 'i') };
}

/** `:name` stands for a part of the path, `:name{pattern}` for a matching one, `*` for whatever follows. */
function patternOf(path: string): string {
  return path.replace(/:\w+(?:\{([^}]+)\})?|\*|[.+?^$()|[\]\\]/g, (part, own: string | undefined) => {
    if (part.startsWith(':')) return own ? `(?:${own})` : '[^/]+';
    return part === '*' ? '.*' : `\\${part}`;
  });
}

function kindOf({ path, isScreen }: Compiled, isData: boolean): Kind {
  const [, first = ''] = path.split('/');
  if (first === 'admin') return 'admin';
  if (first === 'auth' || first === 'idp') return 'sign-in';
  if (first === 'api' || first === 'forms') return 'api';
  if (first === 'files') return 'file';
  if (['assets', 'images', 'fonts'].includes(first)) return 'asset';
  if (first === 'live') return 'live';
  if (!isScreen) return 'program';
  return isData ? 'data' : 'page';
}
