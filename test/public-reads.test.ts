import { StatementSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FormRow } from '../app/db/tables.ts';
import { newLink } from '../app/domain/sign-ups/links.ts';
import { HOUR_MS } from '../app/time/durations.ts';
import { startApp, type RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { publicAddresses, type Named } from './public-walk.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const LONGEST = 10_000;
const SENT = 12;
const IN = Date.now() + 48 * HOUR_MS;

const PERSON = ['name', 'email'].map((name) => ({ name, type: 'text', description: name, required: true }));
const LIMITED = [
  { name: 'shift', type: 'radio', description: 'Shift', options: ['Early', 'Late'], limits: { Early: 300 } },
  { name: 'jobs', type: 'several', description: 'Jobs', options: ['Bar', 'Door'], limits: { Bar: 300, Door: 300 } },
];
const LONG = Array.from({ length: 20 }, (_, at) => ({ name: `long${at}`, type: 'long', description: `Long ${at}` }));
const FIELDS = [...LIMITED, ...LONG];

const FORMS: Record<string, Partial<FormRow>> = {
  person: { asks_person: 1 },
  waitlist: { asks_person: 1, places: 3 },
  confirmed: { asks_person: 1, places: 3, confirms: 1 },
  draw: { asks_person: 1, places: 3, draw: 1, closes: IN - HOUR_MS },
  nobody: { asks_person: null, fields: JSON.stringify([...PERSON, ...FIELDS]) },
};

/** What strangers stored is only read for who it belongs to: else one look at a page costs what all of them have sent. */
describe('whatever strangers have sent', () => {
  let app: RunningApp;
  let visitor: Visitor;
  const rows = vi.spyOn(StatementSync.prototype, 'all');
  const streamed = vi.spyOn(StatementSync.prototype, 'iterate');
  let bytes = 0;
  let made = 0;

  const answersOf = (name: string) => ({
    name,
    email: `${name}@example.edu`,
    shift: 'Early',
    jobs: ['Bar', 'Door'],
    ...Object.fromEntries(LONG.map((field) => [field.name, `<${name}>`.padEnd(LONGEST, 'x')])),
  });
  const send = (form: string, name: string) =>
    visitor.json(
      `/api/entries/${form}`,
      { answers: answersOf(name), token: visitor.token(), once: visitor.once(), half: 'WXYZ' },
      { 'x-forwarded-for': `10.0.${made++ % 250}.1` },
    );

  /** Whose marks are in what the database gave back meanwhile. */
  const reading = async (work: () => Promise<unknown>): Promise<string[]> => {
    rows.mockClear();
    await work();
    const text = JSON.stringify(rows.mock.results.map(({ value }) => value));
    bytes = text.length;
    return [...new Set(Array.from(text.matchAll(/<[a-z]+-\d+>/g), ([mark]) => mark))];
  };

  beforeAll(async () => {
    app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } });
    visitor = visitorOf(app);
    const { db } = app.site;
    for (const [id, given] of Object.entries(FORMS)) {
      const row = { fields: JSON.stringify(FIELDS), version: 1, updated_at: 0, ...given };
      await db.write(({ query }) =>
        query
          .insertInto('forms')
          .values({ id, ...row })
          .execute(),
      );
      await insertEvents(db, eventRow(`event-${id}`, { title: id, form_id: id, time_start: IN }));
      for (let at = 0; at < SENT; at++) await send(id, `${id}-${at}`);
    }
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await app.close();
  });

  const ownOf = async (form: string, name: string) => {
    const { db } = app.site;
    const own = db.query.selectFrom('entries').select('key').where('form_id', '=', form);
    const { key } = await own.where('email', '=', `${name}@example.edu`).executeTakeFirstOrThrow();
    return db.write((tx) => newLink(tx, form, key));
  };

  test('the measure sees what is read', async () => {
    const all = await reading(() => app.site.db.query.selectFrom('entries').selectAll().execute());
    expect(all).toHaveLength(SENT * Object.keys(FORMS).length);
    expect(bytes).toBeGreaterThan(all.length * LONG.length * LONGEST);
  });

  test.each(Object.keys(FORMS))('is read by no public address (%s)', async (form) => {
    const named: Named = { key: `event-${form}`, formId: form, paths: [], names: [], start: IN };
    const { paths } = publicAddresses(app.routes, named);
    const readers: string[] = [];
    // What names no event is the same for all of them.
    for (const path of paths.filter((one) => form === 'person' || one.includes(form))) {
      if (path === '/live') continue;
      const marks = await reading(async () => (await app.get(path)).arrayBuffer());
      if (marks.length > 0) readers.push(`${path} reads ${marks.length}`);
    }
    expect(readers).toEqual([]);
    expect(streamed).not.toHaveBeenCalled();
    expect(paths.length).toBeGreaterThan(60);
  });

  test.each(Object.keys(FORMS).slice(0, -1))('is read by its own link alone (%s)', async (form) => {
    const token = await ownOf(form, `${form}-1`);
    const own = `<${form}-1>`;
    // Nobody is asked before their sign-up counts.
    const isAsked = FORMS[form]?.confirms === undefined && FORMS[form]?.draw === undefined;
    for (const path of [
      `/sign-ups/${token}`,
      `/sign-ups/${token}.data`,
      ...(isAsked ? [`/still-coming/${token}`] : []),
    ]) {
      let status = 0;
      const marks = await reading(async () => {
        const answer = await app.get(path);
        status = answer.status;
        await answer.arrayBuffer();
      });
      expect([path, status, marks]).toEqual([path, 200, [own]]);
    }
  });

  test.each(Object.keys(FORMS))(
    'is not read by who sends the same form, or changes and gives up what they sent (%s)',
    async (form) => {
      const name = `${form}-${SENT}`;
      const first = await reading(() => send(form, name));
      expect(first.filter((mark) => mark !== `<${name}>`)).toEqual([]);
      if (form === 'nobody') return;
      const token = await ownOf(form, name);
      const manage = (command: object) =>
        app.get(`/sign-ups/${token}.data`, {
          method: 'POST',
          headers: { origin: app.url, 'content-type': 'application/json' },
          body: JSON.stringify(command),
        });
      for (const command of [{ verb: 'change', answers: { ...answersOf(name), shift: 'Late' } }, { verb: 'cancel' }]) {
        const marks = await reading(() => manage(command));
        // Whoever moves up, and nobody else.
        expect(marks.filter((mark) => mark !== `<${name}>`).length).toBeLessThan(2);
      }
    },
  );
});
