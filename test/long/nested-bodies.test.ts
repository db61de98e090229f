import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type RunningApp } from '../app.ts';
import { fillPath } from '../fill-path.ts';
import { seedAdmin } from '../people.ts';
import { visitorOf } from '../visitor.ts';

let app: RunningApp;
let sending: Record<string, string>;

beforeAll(async () => {
  app = await startApp();
  ({ sending } = await seedAdmin(app));
});

afterAll(() => app.close());

afterEach(() => vi.restoreAllMocks());

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Where something nested can stand in what the site's own pages send. */
const PLACES: ((nested: string, token: string) => string)[] = [
  (nested) => nested,
  (nested) => `{"verb":"add","input":${nested}}`,
  (nested) => `{"verb":"add","input":{"name":${nested},"title":${nested},"fields":[${nested}],"extra":${nested}}}`,
  (nested) => `{"verb":"remove","keys":[${nested}]}`,
  (nested) => `{"verb":"find","email":${nested}}`,
  (nested, token) => `{"answers":{"name":${nested}},"token":"${token}"}`,
  (nested, token) => `{"answers":${nested},"token":"${token}","once":${nested}}`,
  (nested) => `{"challenge":${nested},"solution":${nested}}`,
];

const READ_NO_BODY = ['/auth/logout', '/admin/handover'];

test.each([
  ['objects', 3000, objects(3000)],
  ['lists', 60_000, lists(60_000)],
])(
  'JSON with %s nested %i deep is refused with a sentence by every address',
  async (_what, _levels, nested) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const [screens, addresses] = ['screen', 'address'].map((kind) =>
      app.routes
        .filter((route) => route.kind === kind && !READ_NO_BODY.includes(route.path))
        .map(({ path }) => fillPath(path)),
    );
    const token = visitorOf(app).token();
    const headers = { ...sending, 'content-type': 'application/json', 'x-attestation': token };
    const taken: string[] = [];
    for (const path of new Set([...(screens ?? []).map((path) => `${path}.data`), ...(addresses ?? [])])) {
      for (const body of PLACES.map((place) => place(nested, token))) {
        const answer = await app.get(path, { method: 'POST', headers, body });
        const said = await answer.text();
        const isRefused = answer.status >= 400 && answer.status < 500 && /[a-z]\.?"?/i.test(said);
        if (!isRefused) taken.push(`${path} ${body.slice(0, 40)}: ${answer.status} ${said.slice(0, 100)}`);
      }
    }
    expect(taken).toEqual([]);
    expect(log.mock.calls).toEqual([]);
    // Some 60 KB to every address in many shapes.
  },
  120_000,
);
