import { createRequestHandler, type ServerBuild } from 'react-router';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../addresses.ts';
import screens from '../routes.ts';
import { canBeRead, findAddress } from './find-address.ts';
import { bySpecificity } from './route-table.ts';

/** What a request came to. */
interface Answered {
  path: string;
  params: Record<string, string | undefined>;
}

/** The routers of the server, with nothing behind them that answers but which route it is. */
function routers() {
  let answered: Answered | undefined;
  const answer = (path: string, params: Answered['params']) => {
    answered = { path, params: { ...params } };
    return new Response('ok');
  };
  const routes: ServerBuild['routes'] = {};
  const add = (entries: readonly RouteConfigEntry[], parentId: string | undefined) => {
    for (const { path, index, children = [], file, id = file } of entries) {
      const loader = ({ pattern, params }: { pattern: string; params: Answered['params'] }) =>
        answer(`/${pattern}`.replace('//', '/'), params);
      routes[id] = {
        id,
        module: { loader, default: () => null },
        ...(parentId && { parentId }),
        ...(path && { path }),
        ...(index && { index }),
      };
      add(children, id);
    }
  };
  add(screens, undefined);
  const assets = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' };
  const build: ServerBuild = {
    routes,
    assets,
    publicPath: '/',
    assetsBuildDirectory: '',
    prerender: [],
    ssr: true,
    isSpaMode: false,
    entry: { module: { default: () => new Response('a page'), handleError: () => undefined } },
    future: {},
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  };
  const handle = createRequestHandler(build, 'production');
  const app = new Hono();
  const others = Object.entries(ADDRESSES).filter(([, { isScreen }]) => !isScreen);
  for (const { path } of others.map(([one]) => ({ path: one })).toSorted(bySpecificity))
    app.all(path, (c) => answer(path, c.req.param()));
  app.all('*', (c) => handle(c.req.raw));
  return async (target: string) => {
    answered = undefined;
    await app.request(`http://localhost${target}`);
    return answered;
  };
}

const ask = routers();

const filled = (path: string, value: string) =>
  path
    .replace(/:worker\{.+\}/, 'door.worker-1.js')
    .replace(/:file\{[^}]+\}/, `${value}.ics`)
    .replaceAll(/:\w+/g, value)
    .replace('*', `${value}/${value}`);

const escaped = (path: string) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** Whatever changes how an address is spelt. */
const SPELLINGS: ((path: string) => string)[] = [
  (path) => path,
  (path) => path.toUpperCase(),
  escaped,
  (path) => escaped(path).replace('%', '%25'),
  (path) => `/${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => `/.${path}`,
  (path) => `/x/%2E%2e${path}`,
  (path) => path.replaceAll('/', '\\'),
  (path) => path.replace(/(?<=.)\//, '%2F'),
];
const ENDS = [
  ...['', '/', '//', '/.', '/x', ';x', '.data', '/_.data', '//_.data', '/.data', '_.data', '.DATA', '/_.DATA'],
  ...['.data/', '.data.data', '/_.data/_.data', '/_/_.data', '%2Edata', '/%5F.data', '/_%2edata', '?x=/_.data'],
];
const VALUES = ['Eve-1', 'a%20b', '%C3%A9', 'a%2Fb', '%2525', 'x.data', '_.data', '_'];

describe('every address is read as the routers read it:', () => {
  test.each(Object.keys(ADDRESSES))('%s', async (address) => {
    const spelt = SPELLINGS.map((spell) => spell(filled(address, 'none')));
    const named = VALUES.map((value) => filled(address, value));
    const targets = [
      ...spelt.flatMap((path) => ENDS.map((end) => path + end)),
      ...named.flatMap((path) => ['', '/', '.data', '/_.data'].map((end) => path + end)),
    ];
    const differing = [];
    // What cannot be read is refused before.
    for (const target of new Set(targets.filter(canBeRead))) {
      const { path, params } = findAddress(target);
      const answered = await ask(target);
      if (JSON.stringify({ path, params }) !== JSON.stringify(answered))
        differing.push({ target, path, params, answered });
    }
    expect(differing).toEqual([]);
    expect(findAddress(filled(address, 'none')).path).toBe(address);
  });
});

test.each(['/membership', '/admin/test-mail', '/sign-ups/x', '/door/x', '/:slug'])(
  'the data of %s are its own',
  (path) => {
    const [plain, data] = [findAddress(path), findAddress(`${path}/_.data`)];
    expect(data).toEqual({ ...plain, isData: true });
  },
);
