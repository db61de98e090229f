/** Set by the router on its own requests for data: it asks for less, and takes the whole as well. */
const ROUTER_QUERY = '_routes';
const MAX_PATHS = 10_000;

/** The names under which answers are kept: path and the query parameters that the route knows, in order. */
export interface PageKeys {
  /** The name for `url`; before the first answer of its path nothing is known, and every parameter counts. */
  of: (url: string) => string;
  /** Notes which query parameters change the answers of this name's path. */
  learn: (key: string, query: string[]) => void;
}

export function createPageKeys(): PageKeys {
  const known = new Map<string, string[]>();
  return {
    of(url) {
      const end = url.indexOf('?');
      if (end < 0) return url;
      const path = url.slice(0, end);
      const given = new URLSearchParams(url.slice(end));
      const names = known.get(path);
      if (!names && !given.has(ROUTER_QUERY)) return url;
      const counting = (names ?? [...new Set(given.keys())]).filter((name) => name !== ROUTER_QUERY);
      const kept = new URLSearchParams(counting.flatMap((name) => given.getAll(name).map((value) => [name, value])));
      return kept.size > 0 ? `${path}?${kept}` : path;
    },
    learn(key, query) {
      if (known.size >= MAX_PATHS) known.clear();
      const end = key.indexOf('?');
      known.set(end < 0 ? key : key.slice(0, end), [...new Set(query)]);
    },
  };
}
