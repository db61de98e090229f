import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../app.ts';
import { databases, type TestDatabase } from '../databases.ts';
import { dump, load } from '../transfers.ts';
import { ask } from './send-request.ts';
import { faultsOf } from './faults.ts';
import { mutate, hostileNumber, hostileText, hostileValue } from './hostile.ts';
import { rowsOf } from './rows.ts';
import type { Runs } from './runs.ts';
import { seedPeople } from './world.ts';

const FILE = { name: 'a.jpg', path: '2026/1/2/x', url: 'https://files.example.com/a.jpg', creationDate: '', guid: 'x' };
const VALID: Record<string, object> = {
  event: {
    title: 'Talk',
    presenter: 'Ada',
    description: 'x',
    location: 'Room',
    formId: 'f',
    hiddenDate: true,
    signupUrl: 'https://a.example/1',
    googleFormUrl: 'https://b.example/d',
    tentative: false,
    dscEvent: true,
    customDate: 'Mondays',
    image: FILE,
    gallery: [FILE],
    resources: { 0: FILE, 3: FILE },
    other: { a: 1 },
    datetime: { timeStartTimestamp: 4e12, timeEndTimestamp: '4000000000001', zone: 'x' },
  },
  exec: { name: 'Ada', title: 'President', description: 'x', isCurrentExec: true, image: FILE, since: '2025-01' },
  food: { name: 'Tea', section: 'Drink', price: '1.50' },
  dsc: { title: 'Card', text: '<b>x</b>', img: FILE, imgAlt: 'x', position: '3' },
  form: {
    fields: [
      { name: 'a', type: 'Text' },
      { name: 'b', type: 'radio', options: [{ name: 'S' }, 'M'] },
    ],
  },
  user: { admin: true, email: 'a@example.edu', name: 'Ada' },
  kind: { name: 'Talks', slug: 'talks', colour: 'red', order: 1 },
  sponsor: {
    name: 'Halyard',
    logo: FILE,
    url: 'https://a.example/',
    from: '2026-01-01',
    until: '2026-12-31',
    order: 1,
  },
  member: {
    name: 'Ada',
    email: 'ada@example.edu',
    studentId: '1',
    note: 'x',
    since: '2026-09-01',
    payments: [{ on: '2026-09-01', until: '2027-08-31', how: 'cash', note: 'x' }],
  },
  count: { start: 5, signUps: 1, newPeople: 1, countedAt: 6, atDoor: 1, told: 2 },
};

const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('-K1', '-K2', 'a', 'é', '0', 'constructor', '__proto__') },
  hostileText,
);
const time = hostileNumber.map((start) => ({ ...VALID['event'], datetime: { timeStartTimestamp: start } }));

function collection(record: Arbitrary<unknown>): Arbitrary<unknown> {
  const records = fc.dictionary(key, record, { maxKeys: 3 });
  return fc.oneof({ weight: 6, arbitrary: records }, fc.array(record, { maxLength: 3 }), hostileValue);
}

const answers = fc.dictionary(key, fc.oneof(hostileText, hostileValue), { maxKeys: 3 });
const file = fc
  .record(
    {
      ...Object.fromEntries(
        Object.entries(VALID).map(([name, valid]) => [name, collection(fc.oneof(mutate(valid), hostileValue))]),
      ),
      event: collection(fc.oneof(mutate(VALID['event']), time)),
      entry: collection(fc.dictionary(key, answers, { maxKeys: 2 })),
      files: fc.dictionary(fc.oneof(fc.constant('homeSlideshow'), key), mutate([FILE, FILE]), { maxKeys: 2 }),
      other: hostileValue,
      __proto__: hostileValue,
    },
    { requiredKeys: [] },
  )
  .map((content) => Object.fromEntries(Object.entries(content)));

/** An import takes what it can, says what it cannot, and comes back from an export as it was. */
export function testImports({ imports, importedPages }: Runs): void {
  describe.each(databases)('whatever is imported, on %s', (name, open) => {
    let club: TestDatabase;

    beforeAll(async () => {
      club = await open();
    });

    afterAll(() => club.close());

    test('comes back, and changes nothing the second time; what cannot be taken is named with a reason', async () => {
      const property = fc.asyncProperty(file, async (content) => {
        const { refused } = await load(club.db, content, { replace: true, now: 1e12 });
        for (const line of refused) expect(line).toMatch(/^[^]+: [^]+/);
        const [text, rows] = [await dump(club.db), await rowsOf(club.db)];
        const again = await load(club.db, Buffer.from(text), { now: 2e12 });
        expect(again.refused).toEqual([]);
        expect(await dump(club.db)).toBe(text);
        expect(await rowsOf(club.db)).toEqual(rows);
        expect(again.told).toEqual([]);
      });
      await fc.assert(property, { numRuns: name === 'SQLite' ? imports : Math.ceil(imports / 5) });
    });

    test('that is no such file changes nothing and is refused as a whole', async () => {
      const broken = fc.tuple(file, fc.nat(), hostileText).map(([content, at, text]) => {
        const whole = JSON.stringify({ event: { a: {} }, ...content });
        return Buffer.from(`${whole.slice(0, at % whole.length)}${text}`);
      });
      const property = fc.asyncProperty(broken, async (bytes) => {
        fc.pre(!isObject(bytes.toString()));
        const before = await rowsOf(club.db);
        await expect(load(club.db, bytes)).rejects.toMatchObject({ name: 'Unreadable' });
        expect(await rowsOf(club.db)).toEqual(before);
      });
      await fc.assert(property, { numRuns: Math.ceil(imports / 5) });
    });
  });

  describe('whatever was imported', () => {
    let app: RunningApp;

    beforeAll(async () => {
      app = await startApp();
    });

    afterAll(() => app.close());

    test('every page and list can be shown', async () => {
      const people = await seedPeople(app);
      const property = fc.asyncProperty(file, async (content) => {
        await load(app.site.db, content);
        const events = await app.site.db.query.selectFrom('events').select('key').limit(2).execute();
        const ofEvents = events.flatMap(({ key: one }) =>
          ['/events/KEY', '/events/KEY.ics', '/admin/events/KEY', '/admin/events/KEY/edit', '/api/events/KEY'].map(
            (path) => path.replace('KEY', encodeURIComponent(one)),
          ),
        );
        for (const path of [...PAGES, ...ofEvents]) {
          const asked = { method: 'GET', path, headers: people.admin };
          const answer = await ask(app.url, asked);
          expect([path, answer && faultsOf(asked, answer)]).toEqual([path, []]);
        }
      });
      await fc.assert(property, { numRuns: importedPages });
    });
  });
}

/** Where records are shown. */
const PAGES = [
  ...['/home', '/team', '/events', '/events?past=1', '/admin/home', '/admin/execs', '/admin/events', '/admin/food'],
  ...[
    '/admin/dsc',
    '/admin/files',
    '/events.ics',
    '/feed.xml',
    '/sitemap.xml',
    '/api/events',
    '/api/execs',
    '/api/dsc',
  ],
  ...['/api/food', '/api/files', '/api/forms/-K1', '/api/entries/-K1'],
];

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
