import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADDRESSES as TABLE } from '../app/addresses.ts';
import { ADDRESSES, ADMIN_SCREENS, PUBLIC_SCREENS, type Rule } from './access-rules.ts';
import { startApp, type RunningApp } from './app.ts';
import { can, ROLES, type Capability, type Role } from '../app/domain/roles.ts';
import { fillPath } from './fill-path.ts';
import { sameOriginHeaders, seedAdmin, seedMember, seedPerson } from './people.ts';

const READS = new Set(['GET', 'HEAD']);
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
let app: RunningApp;
let people: { anonymous: Record<string, string>; member: Record<string, string>; admin: Record<string, string> };

beforeAll(async () => {
  app = await startApp();
  const [member, admin] = [await seedMember(app), await seedAdmin(app)];
  people = { anonymous: sameOriginHeaders(app), member: member.sending, admin: admin.sending };
});

afterAll(() => app.close());

function screens(): string[] {
  return [...new Set(app.routes.filter(({ kind }) => kind === 'screen').map(({ path }) => path))];
}

function addresses(): string[] {
  return [...new Set(app.routes.filter(({ kind }) => kind === 'address').map(({ path }) => path))];
}

interface Asked {
  status: number;
  location: string | null;
  body: string;
}

async function request(path: string, method: string, headers: Record<string, string>): Promise<Asked> {
  const response = await app.get(path, { method, headers });
  const body = method === 'HEAD' ? '' : await response.text();
  return { status: response.status, location: response.headers.get('location'), body };
}

async function requestAsEveryone(path: string, method: string) {
  const [stranger, member, admin] = await Promise.all([
    request(path, method, people.anonymous),
    request(path, method, people.member),
    request(path, method, people.admin),
  ]);
  return { stranger, member, admin };
}

/** True for a sentence why, and nothing of what was asked for. */
function isProblem(body: string): boolean {
  const { error, fields = {}, ...others } = JSON.parse(body);
  const isAlone = Object.keys({ ...fields, ...others }).every((name) => /^(type|title|status|detail)$/.test(name));
  return typeof error === 'string' && error.length > 0 && isAlone;
}

/** What is wrong with addresses that must answer 401 to a stranger, 403 to a member, and something else to an admin. */
async function findUnprotected(paths: string[], methods: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    for (const method of methods) {
      const { stranger, member, admin } = await requestAsEveryone(path, method);
      const saysWhy = [stranger, member].every(({ body }) => method === 'HEAD' || isProblem(body));
      const isRight = stranger.status === 401 && member.status === 403 && ![401, 403].includes(admin.status) && saysWhy;
      if (!isRight) found.push(`${method} ${path}: ${stranger.status}, ${member.status}, ${admin.status}`);
    }
  }
  return found;
}

/** What is wrong with pages of the admin area. */
async function findUnprotectedPages(paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const { stranger, member, admin } = await requestAsEveryone(path, 'GET');
    const isClosed = stranger.location === '/auth/login' && member.location === '/home' && stranger.status === 302;
    const isOpen = admin.status < 400 && (admin.location ?? '/admin').startsWith('/admin');
    if (!isClosed || !(isOpen || admin.status === 404))
      found.push(`${path}: ${stranger.location}, ${member.location}, ${admin.status}`);
  }
  return found;
}

/** Where someone signed in is answered otherwise than a stranger. */
async function findNotPublic(paths: string[], methods: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    for (const method of methods) {
      const { stranger, member, admin } = await requestAsEveryone(path, method);
      const statuses = [stranger.status, member.status, admin.status];
      const asksToSignIn = stranger.location?.includes('/auth') ?? false;
      if (new Set(statuses).size > 1 || asksToSignIn) found.push(`${method} ${path}: ${statuses.join(', ')}`);
    }
  }
  return found;
}

const isBelowAdmin = (path: string) => /^\/admin(\/|$)/.test(path);
/** Below /admin, but read or sent to by a screen or a spreadsheet: nobody is redirected from there. */
const isResource = (path: string) => TABLE[path]?.isResource === true;

describe('every screen of the route table', () => {
  test('is for everyone or below /admin', () => {
    expect(screens().filter((path) => !PUBLIC_SCREENS.has(path) && !isBelowAdmin(path))).toEqual([]);
    expect(screens()).toContain('/admin/home');
    expect(screens().length).toBeGreaterThan(15);
  });

  test('below /admin sends everyone but admins away', async () => {
    const pages = screens().filter((path) => isBelowAdmin(path) && !isResource(path));
    expect(await findUnprotectedPages(pages.map(fillPath))).toEqual([]);
  });

  test('below /admin that is a resource is refused to everyone but admins', async () => {
    const resources = screens().filter((path) => isBelowAdmin(path) && isResource(path));
    expect(resources.length).toBeGreaterThan(10);
    expect(await findUnprotected(resources.map(fillPath), METHODS.slice(0, 2))).toEqual([]);
  });

  test.each(Object.keys(ADMIN_SCREENS))('%s refuses data and actions to everyone but admins', async (screen) => {
    const path = fillPath(screen);
    expect(await findUnprotected([path], METHODS.slice(2))).toEqual([]);
    expect(await findUnprotected([`${path}.data`, `${path}.data?_routes=root`], METHODS)).toEqual([]);
  });

  test.each(['/ADMIN/home', '/%61dmin/home', '/admin/', '//admin/home', '/admin/./home', '/admin/home/'])(
    'is guarded when its address is written %s',
    async (path) => {
      const { status, body } = await request(path, 'GET', people.anonymous);
      expect(status).toBe(302);
      expect(body).not.toContain('This is the admin area home');
    },
  );

  test.each(['/ADMIN/home.data', '/%61dmin/home.data', '/admin/_.data'])('and its data at %s', async (path) => {
    expect((await request(path, 'GET', people.anonymous)).status).toBe(401);
  });

  test('that is for everyone answers alike whoever asks', async () => {
    const open = screens().filter((screen) => PUBLIC_SCREENS.has(screen) && !screen.startsWith('/auth'));
    expect(await findNotPublic(open.map(fillPath), ['GET', 'HEAD'])).toEqual([]);
  });
});

describe('every address for programs', () => {
  const pathsOf = (test: (rule: Rule | undefined) => boolean) =>
    addresses()
      .filter((path) => test(ADDRESSES[path]))
      .map(fillPath);

  test('has a rule', () => {
    expect(addresses().filter((path) => !Object.hasOwn(ADDRESSES, path))).toEqual([]);
    expect(addresses().length).toBeGreaterThan(15);
  });

  test('that is for admins is closed to everyone else, whatever the method', async () => {
    expect(
      await findUnprotected(
        pathsOf((rule) => typeof rule === 'object' && 'needs' in rule),
        METHODS,
      ),
    ).toEqual([]);
  });

  test('to which visitors may only send is closed to them for everything else', async () => {
    const paths = pathsOf((rule) => typeof rule === 'object' && 'write' in rule);
    expect(
      await findUnprotected(
        paths,
        METHODS.filter((method) => method !== 'POST'),
      ),
    ).toEqual([]);
    expect(await findNotPublic(paths, ['POST'])).toEqual([]);
  });

  test('that is for everyone answers alike whoever asks', async () => {
    expect(
      await findNotPublic(
        pathsOf((rule) => rule === 'public'),
        METHODS,
      ),
    ).toEqual([]);
  });

  test('gives admins the responses to a form, newest first, with their keys', async () => {
    const rows = [
      { form_id: 'f', key: 'one', answers: '{"name":"Ada"}', created_at: 1 },
      { form_id: 'f', key: 'two', answers: '{"name":"Max","ok":true}', created_at: 2 },
    ];
    await app.site.db.write(({ query }) => query.insertInto('entries').values(rows).execute());
    const { body } = await request('/api/entries/f', 'GET', people.admin);
    expect(JSON.parse(body)).toEqual([
      { $key: 'two', name: 'Max', ok: true },
      { $key: 'one', name: 'Ada' },
    ]);
  });
});

const OF_NO_EVENT = /^\/admin\/events(\.data)?$|^\/admin\/poster\.svg$|^\/admin\/responses-to-remove|^\/api\/entries/;

describe('each role', () => {
  let roles: Record<Role, Record<string, string>>;
  beforeAll(async () => {
    const planted = await Promise.all(
      ROLES.map((role) => seedPerson(app, { admin: false, role, committees: ['chess'] })),
    );
    const sending = (role: Role) => planted[ROLES.indexOf(role)]?.sending ?? {};
    roles = {
      admin: sending('admin'),
      editor: sending('editor'),
      events: sending('events'),
      viewer: sending('viewer'),
      treasurer: sending('treasurer'),
      committee: sending('committee'),
    };
  });

  /** Where somebody is refused what their role includes, or answered what it does not. */
  async function wronglyAnswered(path: string, method: string, capability: Capability): Promise<string[]> {
    const answers = await Promise.all(
      ROLES.map(async (role) => {
        const { status } = await request(path, method, roles[role]);
        // What is about no event yet is for whoever has some (test/committees.test.ts walks what is about one).
        const isIn = can(role, capability) || (role === 'committee' && OF_NO_EVENT.test(path) && status !== 403);
        const isRight = isIn ? ![401, 403].includes(status) : status === 403;
        return isRight ? [] : [`${method} ${path} as ${role}: ${status}`];
      }),
    );
    return answers.flat();
  }

  const below = () => screens().filter(isBelowAdmin);

  test('has a rule at every screen of the admin area', () => {
    expect(below().filter((path) => !Object.hasOwn(ADMIN_SCREENS, path))).toEqual([]);
    expect(Object.keys(ADMIN_SCREENS).filter((path) => !below().includes(path))).toEqual([]);
  });

  test.each(Object.entries(ADMIN_SCREENS))(
    'is answered at %s as its capabilities say',
    async (path, { read, send }) => {
      const found: string[] = [];
      for (const address of [fillPath(path), `${fillPath(path)}.data`]) {
        for (const method of METHODS)
          found.push(...(await wronglyAnswered(address, method, READS.has(method) ? read : send)));
      }
      expect(found).toEqual([]);
    },
  );

  test('is answered by addresses for programs as its capabilities say', async () => {
    const found: string[] = [];
    for (const [path, rule] of Object.entries(ADDRESSES)) {
      if (typeof rule === 'string') continue;
      const { needs } = 'rest' in rule ? rule.rest : rule;
      const methods = METHODS.filter((method) => !('write' in rule) || method !== 'POST');
      for (const method of methods) found.push(...(await wronglyAnswered(fillPath(path), method, needs)));
    }
    expect(found).toEqual([]);
  });
});

describe('a change is taken only from this site’s own pages', () => {
  const PATHS = ['/admin/home', '/admin/home.data', '/api/uploads/none', '/api/entries/none', '/home'];
  const FROM_HERE: [string, Record<string, string>][] = [
    ['this site', { 'sec-fetch-site': 'same-origin', origin: 'HERE' }],
    ['this site in a browser that says only the origin', { origin: 'HERE' }],
    ['this site in a browser that says only the relation', { 'sec-fetch-site': 'same-origin' }],
  ];
  const FROM_ELSEWHERE: [string, Record<string, string>][] = [
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site that claims the relation', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
    ['a neighbour of this site', { 'sec-fetch-site': 'same-site', origin: 'HERE' }],
    ['a page without an origin', { origin: 'null' }],
    ['something that says neither', {}],
  ];

  /** How often an admin's writes with these headers are refused for where they come from. */
  async function refusals(said: Record<string, string>): Promise<number> {
    const headers: Record<string, string> = { cookie: people.admin['cookie'] ?? '' };
    for (const [name, value] of Object.entries(said)) headers[name] = value.replace('HERE', app.url);
    let count = 0;
    for (const path of PATHS) {
      for (const method of METHODS.slice(2)) {
        const { status, body } = await request(path, method, headers);
        if (status === 403 && body.includes('did not come from a page of this site')) count++;
      }
    }
    return count;
  }

  test.each(FROM_HERE)('%s may', async (_name, said) => {
    expect(await refusals(said)).toBe(0);
  });

  test.each(FROM_ELSEWHERE)('%s may not', async (_name, said) => {
    expect(await refusals(said)).toBe(PATHS.length * 4);
  });
});
