import type { RunningApp } from './app.ts';

/** What a walk fills into addresses. */
export interface Named {
  key: string;
  formId: string;
  /** Year, month, day, guid. */
  paths: string[];
  names: string[];
  start: number;
}

const WIDTHS = [400, 640, 800, 1280, 1920].flatMap((width) => [`${width}.avif`, `${width}.webp`]);

/** Every address that the pattern has for such an event; a new pattern with a parameter needs a line of its own. */
const FILLED: Record<string, (named: Named) => string[]> = {
  '/events/:id': ({ key }) => [`/events/${key}`, `/events/${key}?preview=`, `/events/${key}?preview=none`],
  '/events/:id/draw': ({ key }) => [`/events/${key}/draw`],
  '/events/*': ({ key }) => [`/events/${key}/photos`, '/events//', `/events/${key}/`],
  '/sign-ups/:token': ({ key, formId }) => [`/sign-ups/${key}`, `/sign-ups/${formId}`],
  '/sign-ups/*': ({ key }) => [`/sign-ups/${key}/more`],
  '/still-coming/:token': ({ key, formId }) => [`/still-coming/${key}`, `/still-coming/${formId}`],
  '/members/:token': ({ key, formId }) => [`/members/${key}`, `/members/${formId}`],
  '/subscribe/:token': ({ key }) => [`/subscribe/${key}`],
  '/unsubscribe/:token': ({ key }) => [`/unsubscribe/${key}`],
  '/door/:token': ({ key }) => [`/door/${key}`],
  '/door/:token/people': ({ key }) => [`/door/${key}/people`],
  '/auth/*': ({ key }) => [`/auth/${key}`],
  '/go/:slug': ({ key }) => [`/go/${key}`],
  '/:slug': ({ key }) => [`/${key}`, `/${key}?preview=none`],
  '/*': ({ key }) => [`/${key}/more`],
  '/assets/*': ({ names }) => names.map((name) => `/assets/${name}`),
  '/images/*': ({ names }) => names.map((name) => `/images/${name}`),
  '/fonts/*': ({ names }) => names.map((name) => `/fonts/${name}`),
  '/files/*': ({ paths }) => paths.flatMap((path) => [`/files/${path}`, `/files/${path}/`]),
  '/files/:year/:month/:day/:guid/:name': ({ paths, names }) =>
    paths.flatMap((path, at) => [names[at] ?? '', ...WIDTHS].map((name) => `/files/${path}/${name}`)),
  '/files/preview/:token/:year/:month/:day/:guid/:name': ({ paths, names }) =>
    paths.flatMap((path, at) => [names[at] ?? '', '400.avif'].map((name) => `/files/preview/none/${path}/${name}`)),
  '/events/:file{[^/]+\\.ics}': ({ key }) => [`/events/${key}.ics`],
  '/events/:key/draw.json': ({ key }) => [`/events/${key}/draw.json`],
  '/events/:key/poster.svg': ({ key }) => [0, 1, 2].map((version) => `/events/${key}/poster.svg?v=${version}`),
  '/events/:key/share.png': ({ key }) => [`/events/${key}/share.png`, `/events/${key}/share.png?preview=none`],
  '/api/events/:key': ({ key }) => [`/api/events/${key}`],
  '/api/events/:key/places': ({ key }) => [`/api/events/${key}/places`],
  '/api/forms/:formId': ({ formId }) => [`/api/forms/${formId}`],
  '/api/entries/:formId': ({ formId }) => [`/api/entries/${formId}`],
  '/api/entries/*': ({ formId }) => [`/api/entries/${formId}/more`],
  '/forms/d/e/:formId/formResponse': ({ formId }) => [`/forms/d/e/${formId}/formResponse`],
  '/forms/d/:formId/formResponse': ({ formId }) => [`/forms/d/${formId}/formResponse`],
  '/api/uploads/:guid': ({ paths }) => paths.map((path) => `/api/uploads/${path.split('/').at(-1)}`),
  '/api/uploads/*': ({ key }) => [`/api/uploads/${key}/more`],
  '/api/*': ({ key }) => [`/api/${key}`],
};

/** What beside its path an address may be asked for. */
const QUERIES: Record<string, (named: Named) => string[]> = {
  '/events': ({ key, start, names: [word = ''] }) => [
    ...['?past=1', '?past=1&q=talk', `?past=1&q=${word}`, `?past=1&before=${start}.${key}`],
    ...[2019, 2026, 2126].map((year) => `?past=1&year=${year}`),
    ...['2019-05', '2026-11', '2126-11'].map((month) => `?view=month&month=${month}`),
  ],
  '/past-events': ({ key, start, names: [word = ''] }) => [`?before=${start}.${key}`, `?q=${word}`, '?year=2026'],
  '/api/events': () => ['future', 'past', 'all', 'next', 'next-dsc'].map((set) => `?set=${set}`),
};

/** Every public address of the route table that can be read, those of `named` among them. */
export function publicAddresses(routes: RunningApp['routes'], named: Named): { paths: string[]; unknown: string[] } {
  const patterns = new Map(routes.map((route) => [route.path, route]));
  const paths: string[] = [];
  const unknown: string[] = [];
  for (const [pattern, { kind }] of patterns) {
    if (/^\/admin(\/|$)/.test(pattern)) continue;
    const isPlain = !/[:*]/.test(pattern);
    const filled = FILLED[pattern]?.(named) ?? (isPlain ? [pattern] : undefined);
    if (!filled) {
      unknown.push(pattern);
      continue;
    }
    const all = [...filled, ...(QUERIES[pattern]?.(named) ?? []).map((query) => pattern + query)];
    paths.push(...all, ...(kind === 'screen' ? all.map(asData) : []));
  }
  return { paths, unknown };
}

function asData(path: string): string {
  const [before = '', query] = path.split('?');
  const name = before === '/' ? '/_root' : before.replace(/\/$/, '');
  return `${name}.data${query === undefined ? '' : `?${query}`}`;
}
