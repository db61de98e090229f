import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { databases, freshDatabase, untilOthersWait } from '../../../test/databases.ts';
import { eventSent } from '../../../test/event-inputs.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { club } from '../../../test/outbox.ts';
import { insertPersonForm, insertSignUps, listMails, signUpRow } from '../../../test/sign-ups.ts';
import { dump, load } from '../../../test/transfers.ts';
import { DAY_MS, HOUR_MS } from '../../time/durations.ts';
import { listActivity } from '../activity.ts';
import { NotAllowed, Rejected } from '../errors.ts';
import { addEvent, updateEvent } from '../event-changes/save-event.ts';
import type { ClubEvent } from '../events/event.ts';
import { toEvent } from '../events/event.ts';
import type { EventFile, FoundEvent } from './event-file.ts';
import { importEventFile, previewEvents } from './import-events.ts';

const CLOCK = { timeZone: 'America/Toronto', locale: 'en-US' };
const START = Date.parse('2037-11-20T19:30-05:00');

const found = (title: string, given: Partial<FoundEvent> = {}): FoundEvent => ({
  ...{ line: 2, id: `${title}@other`, title, start: START, end: START + 5_400_000 },
  ...{ location: 'Room 5', description: '', url: '', cancelled: false },
  ...given,
});
const UNSAID = ['end', 'location', 'description', 'url', 'cancelled'] as const;
const fileOf = (...events: FoundEvent[]): EventFile => ({
  ...{ events, notRead: [], columns: null, asksColumns: false, asksOrder: false },
});

describe.each(databases)('events of a file on %s', (_, open) => {
  const site = freshDatabase(open);

  const stored = async (): Promise<ClubEvent[]> =>
    (await site.db.query.selectFrom('events').selectAll().orderBy('title').execute()).map(toEvent);
  const preview = async (...events: FoundEvent[]) => {
    const { added, changed, unchanged, notRead } = await previewEvents(site.db, admin, CLOCK, fileOf(...events));
    return { added, changed, unchanged, notRead };
  };
  const take = (events: FoundEvent[], given: Partial<Parameters<typeof importEventFile>[4]> = {}) =>
    importEventFile(site.db, admin, club, fileOf(...events), { leftOut: [], isPublished: false, ...given });

  test('go in once, as drafts or published, and the same file again changes nothing', async () => {
    const events = [found('A', { url: 'https://a.example/' }), found('B', { id: null, cancelled: true })];
    expect(await preview(...events)).toEqual({ added: 2, changed: 0, unchanged: 0, notRead: 0 });
    await take(events);
    expect(await stored()).toMatchObject([
      { title: 'A', start: START, end: START + 5_400_000, publishAt: 'never', signupUrl: 'https://a.example/' },
      { title: 'B', cancelled: true, location: 'Room 5', publishAt: 'never' },
    ]);
    expect(await preview(...events)).toEqual({ added: 0, changed: 0, unchanged: 2, notRead: 0 });
    await take([...events, found('C')], { isPublished: true });
    expect((await stored()).map(({ publishAt }) => publishAt)).toEqual(['never', 'never', null]);
    expect((await listActivity(site.db, admin, 5)).map(({ verb, title }) => [verb, title])).toEqual([
      ['imported', '1 event'],
      ['imported', '2 events'],
    ]);
  });

  test('go in once where two import the same file at once, and the second is told', async () => {
    const copy = await site.copy();
    const expected = { added: 2, changed: 0 };
    const file = fileOf(found('A'), found('B', { id: null }));
    const options = { leftOut: [], isPublished: false, expected };
    const holder = site.db.dialect === 'postgres' ? await site.copy() : site.db;
    let both: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    // Both have read that neither event is there before one of them writes.
    await holder.write(async (tx) => {
      if (tx.dialect === 'postgres') await sql`lock table events in share row exclusive mode`.execute(tx.query);
      both = Promise.allSettled([site.db, copy].map((db) => importEventFile(db, admin, club, file, options)));
      await untilOthersWait(site.db, 2);
    });
    const two = await both;
    expect((await stored()).map(({ title }) => title)).toEqual(['A', 'B']);
    expect(two.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([
      expect.stringContaining('The events have changed in the meantime.'),
    ]);
  });

  test('what the file says otherwise is changed, and what was changed by hand stays', async () => {
    await take([found('A')]);
    const [before] = await stored();
    const input = eventSent({ title: 'A', location: 'By hand', start: '2037-11-20T19:30', end: '2037-11-20T21:00' });
    await updateEvent(site.db, admin, { key: before?.key ?? '', version: before?.version ?? 0, input }, club);
    expect(await preview(found('A'))).toMatchObject({ unchanged: 1 });
    const moved = found('A', { start: START + 3_600_000, end: START + 9_000_000 });
    const seen = await previewEvents(site.db, admin, CLOCK, fileOf(moved));
    expect(seen.changes).toMatchObject([{ name: 'A', what: 'start, end' }]);
    await take([moved]);
    expect(await stored()).toMatchObject([{ start: START + 3_600_000, location: 'By hand', publishAt: null }]);
    expect(await preview(moved)).toMatchObject({ unchanged: 1 });
  });

  test('the preview says where an end is taken as the day after', async () => {
    const night = found('A', { end: START + 5 * 3_600_000, endsDayAfter: true });
    const { changes } = await previewEvents(site.db, admin, CLOCK, fileOf(night));
    expect(changes[0]?.what).toMatch(/^new, .*20.*\. Its end is taken as the day after$/);
  });

  test('one that was typed before is found by its title and start', async () => {
    await addEvent(
      site.db,
      admin,
      eventSent({
        title: 'A',
        location: 'Room 5',
        description: '',
        start: '2037-11-20T19:30',
        end: '2037-11-20T21:00',
      }),
      club,
    );
    expect(await preview(found('A'))).toMatchObject({ added: 0, unchanged: 1 });
    expect(await preview(found('A', { id: null, location: 'Room 6' }))).toMatchObject({ changed: 1 });
    const [typed] = await stored();
    expect(await take([found('A')])).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    const link = { importId: expect.any(String), importedAs: expect.any(String) };
    expect(await stored()).toEqual([{ ...typed, ...link }]);
    await take([found('A', { start: START + 3_600_000, end: START + 9_000_000 })]);
    expect(await stored()).toMatchObject([{ title: 'A', start: START + 3_600_000, publishAt: null }]);
  });

  test('what a file has no column for stays as it is, a cancellation too', async () => {
    const typed = { title: 'A', time_start: START, time_end: START + HOUR_MS, location: 'Room 5', cancelled: 1 };
    await insertEvents(site.db, eventRow('a', { ...typed, description: 'Tea', signup_url: 'https://a.example/' }));
    const row = found('A', { id: null, end: null, location: '', unsaid: UNSAID });
    expect(await preview(row)).toEqual({ added: 0, changed: 0, unchanged: 1, notRead: 0 });
    await take([row]);
    const kept = { cancelled: true, end: START + HOUR_MS, description: 'Tea', signupUrl: 'https://a.example/' };
    expect(await stored()).toMatchObject([{ ...kept, location: 'Room 5' }]);
    const withPlace = { ...row, location: 'Room 6', unsaid: UNSAID.filter((name) => name !== 'location') };
    expect(await take([withPlace])).toMatchObject({ changed: 1 });
    expect(await stored()).toMatchObject([{ ...kept, location: 'Room 6' }]);
    for (const again of [withPlace, row]) expect(await preview(again)).toMatchObject({ unchanged: 1 });
    // A column whose cell is empty does say something: there is no place any more.
    expect(await take([{ ...withPlace, location: '' }])).toMatchObject({ changed: 1 });
    expect(await stored()).toMatchObject([{ ...kept, location: '' }]);
  });

  test('what somebody leaves out is left out; what changed since the preview is refused', async () => {
    const events = [found('A'), found('B')];
    const { changes } = await previewEvents(site.db, admin, CLOCK, fileOf(...events));
    const leftOut = changes.filter(({ name }) => name === 'A').flatMap(({ id }) => id ?? []);
    await take(events, { leftOut, expected: { added: 2, changed: 0 } });
    expect((await stored()).map(({ title }) => title)).toEqual(['B']);
    await expect(take(events, { expected: { added: 2, changed: 0 } })).rejects.toThrow(Rejected);
    expect(await stored()).toHaveLength(1);
  });

  test('what cannot be an event is named, twice the same too', async () => {
    const wrong = [found('A'), found('A', { line: 9 }), found('a'.repeat(201), { line: 10 })];
    const { problems } = await previewEvents(site.db, admin, CLOCK, fileOf(...wrong));
    expect(problems).toEqual([
      { line: 9, reason: 'This event is already in line 2' },
      { line: 10, reason: 'Its title has more than 200 characters' },
    ]);
  });

  test('a link that leads nowhere costs itself, and is named', async () => {
    const wrong = [found('A', { url: 'javascript:alert(1)' }), found('B', { line: 9, url: 'www.example.org' })];
    const { changes, notRead } = await previewEvents(site.db, admin, CLOCK, fileOf(...wrong));
    const reason = 'Its link is left out: it is not an address such as https://example.org';
    expect([changes.map(({ what }) => what), notRead]).toEqual([
      [expect.stringMatching(`^new, .*\\. ${reason}$`), expect.stringContaining(reason)],
      0,
    ]);
    expect(await take(wrong)).toMatchObject({
      added: 2,
      withoutLink: [
        { line: 2, reason },
        { line: 9, reason },
      ],
    });
    expect((await stored()).map(({ signupUrl }) => signupUrl)).toEqual([null, null]);
    expect(await preview(...wrong)).toMatchObject({ unchanged: 2 });
  });

  test('go in all together or not at all, and nobody hears of them', async () => {
    await take([found('A')]);
    const events = [found('A', { location: 'Room 6' }), found('B'), found('C')];
    // The note of what was done comes last.
    const alter = (command: string) => site.db.write(({ query }) => sql.raw(command).execute(query));
    await alter('create unique index one_import on activity (verb)');
    await expect(take(events, { isPublished: true })).rejects.toThrow(/unique/i);
    expect((await stored()).map(({ title, location }) => [title, location])).toEqual([['A', 'Room 5']]);
    await alter('drop index one_import');
    expect(await take(events, { isPublished: true })).toMatchObject({ added: 2, changed: 1 });
    expect((await stored()).map(({ location }) => location)).toEqual(['Room 6', 'Room 5', 'Room 5']);
    expect(await listMails(site.db)).toEqual([]);
    expect(await site.db.query.selectFrom('announcements').selectAll().execute()).toEqual([]);
  });

  test('keep what an officer saves at that moment', async () => {
    await take([found('A')]);
    const copy = site.db.dialect === 'postgres' ? await site.copy() : site.db;
    let imported: Promise<unknown> = Promise.resolve();
    await copy.write(async (tx) => {
      await tx.query.updateTable('events').set({ location: 'Room 7', version: 5 }).execute();
      imported = take([found('A', { description: 'Bring a laptop.' })]);
      await untilOthersWait(site.db);
    });
    await imported;
    expect(await stored()).toMatchObject([{ location: 'Room 7', description: 'Bring a laptop.', version: 6 }]);
  });

  test.each([
    ['before its places are drawn', { draw: 1, closes: START - 3_600_000 }],
    ['before its places for groups are released', { keep_until: START - 3_600_000 }],
  ])('none is moved to %s', async (_what, form) => {
    await insertEvents(site.db, eventRow('a', { title: 'A', time_start: START, form_id: 'form' }));
    await insertPersonForm(site.db, 'form', { places: 5, ...form });
    await take([found('A')]);
    const earlier = found('A', { start: START - 3_600_000 });
    const { changed, problems } = await previewEvents(site.db, admin, CLOCK, fileOf(earlier));
    expect([changed, problems.map(({ line, reason }) => [line, reason])]).toEqual([
      0,
      [[2, 'It would start before its places are drawn or released. Change its form first']],
    ]);
    await take([earlier]);
    expect((await stored()).map(({ start }) => start)).toEqual([START]);
    await take([found('A', { start: START + 60_000 })]);
    expect((await stored()).map(({ start }) => start)).toEqual([START + 60_000]);
  });

  test('one that was moved by hand does not end before it starts, whatever else the file says since', async () => {
    await take([found('A')]);
    const [row] = await site.db.query.selectFrom('events').selectAll().execute();
    const [start, end] = [START + 7 * DAY_MS, START + 7 * DAY_MS + HOUR_MS];
    await site.db.write(({ query }) => query.updateTable('events').set({ time_start: start, time_end: end }).execute());
    const later = found('A', { end: START + 2 * HOUR_MS, location: 'Room 6' });
    const { changes, problems } = await previewEvents(site.db, admin, CLOCK, fileOf(later));
    expect([changes, problems]).toEqual([
      [],
      [{ line: 2, reason: 'It would end before it starts. Change its times first' }],
    ]);
    await take([later]);
    expect(await stored()).toMatchObject([{ key: row?.key, start, end, location: 'Room 5' }]);
    await take([found('A', { start: START + 8 * DAY_MS, end: START + 8 * DAY_MS + HOUR_MS })]);
    expect(await stored()).toMatchObject([{ start: START + 8 * DAY_MS, end: START + 8 * DAY_MS + HOUR_MS }]);
  });

  test('that take place after all move up whoever waits, and who got their money back owes again', async () => {
    await insertEvents(site.db, eventRow('a', { title: 'A', time_start: START, form_id: 'form', cancelled: 1 }));
    await insertPersonForm(site.db, 'form', { places: 2, price: 1250, how_to_pay: 'Cash' });
    const paid = { owes: 1250, paid_on: '2026-11-20', paid_how: 'cash', paid_amount: 1250 };
    await insertSignUps(site.db, [
      signUpRow('form', 'ana', { ...paid, reference: 'ABCD2345', refunded_on: '2026-11-21' }),
      signUpRow('form', 'ben', { state: 'waiting' }),
      signUpRow('form', 'cleo', { state: 'waiting' }),
    ]);
    await take([found('A', { cancelled: true })]);
    expect(await listMails(site.db)).toEqual([]);
    await take([found('A')]);
    const rows = await site.db.query.selectFrom('entries').selectAll().orderBy('key').execute();
    expect(rows.map(({ state, owes, paid_on: on, refunded_on: refunded }) => [state, owes, on, refunded])).toEqual([
      ['going', 1250, null, null],
      ['going', 1250, null, null],
      ['waiting', null, null, null],
    ]);
    expect(await listMails(site.db)).toEqual(['ben: A place is yours: A']);
  });

  test('that take place after all forget why they were cancelled', async () => {
    await insertEvents(site.db, eventRow('a', { title: 'A', time_start: START, cancelled: 1, cancel_reason: 'Storm' }));
    await take([found('A', { cancelled: true })]);
    const reason = async () =>
      (await site.db.query.selectFrom('events').select(['cancelled', 'cancel_reason']).execute())[0];
    expect(await reason()).toEqual({ cancelled: 1, cancel_reason: 'Storm' });
    await take([found('A')]);
    await take([found('A', { cancelled: true })]);
    expect(await reason()).toEqual({ cancelled: 1, cancel_reason: null });
  });

  test('are for who may change events', async () => {
    const viewer = { ...admin, role: 'viewer' } as const;
    await expect(previewEvents(site.db, viewer, CLOCK, fileOf())).rejects.toThrow(NotAllowed);
    const options = { leftOut: [], isPublished: false };
    await expect(importEventFile(site.db, viewer, club, fileOf(), options)).rejects.toThrow(NotAllowed);
    await expect(importEventFile(site.db, null, club, fileOf(), options)).rejects.toThrow(/sign/i);
  });

  test('are known again after an export and an import', async () => {
    await take([found('A')]);
    const exported = JSON.parse(await dump(site.db));
    await load(site.db, { event: {} }, { replace: true });
    expect(await stored()).toEqual([]);
    await load(site.db, exported);
    expect(await preview(found('A'))).toMatchObject({ unchanged: 1 });
  });
});
