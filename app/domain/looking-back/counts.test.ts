import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { club as mailing } from '../../../test/outbox.ts';
import { insertPersonForm, insertSignUps, signUpRow } from '../../../test/sign-ups.ts';
import { load } from '../../../test/transfers.ts';
import type { EntryRow } from '../../db/tables.ts';
import { DAY_MS, HOUR_MS } from '../../time/durations.ts';
import { saveRetrospective } from '../event-changes/save-retrospective.ts';
import { removeEvents } from '../event-changes/remove-events.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import { eraseExpired } from '../retention/erase-expired.ts';
import { eraseOldTrash } from '../trash.ts';
import { countDueEvents, listCounts } from './counts.ts';

const NOW = Date.parse('2026-11-20T12:00-05:00');
const TORONTO = 'America/Toronto';
const club = { timeZone: TORONTO, yearStartsIn: 9 };

describe.each(databases)('counts of events on %s', (_, open) => {
  const site = freshDatabase(open);

  async function evening(key: string, start: number, people: EntryRow[], given = {}) {
    await insertEvents(site.db, eventRow(key, { title: key, time_start: start, form_id: key, ...given }));
    await insertPersonForm(site.db, key);
    await insertSignUps(site.db, people);
  }
  const people = (form: string, ...names: string[]) => names.map((name) => signUpRow(form, name));
  const count = (now = NOW) => countDueEvents(site.db, club, now);
  /** 'party 3 of 4, 2 new'; those in brackets are not counted for good yet. */
  const listed = async (now = NOW) =>
    (await listCounts(site.db, club, now)).map(({ title, came, signUps, newPeople, countedAt }) => {
      const line = `${title} ${came ?? '-'} of ${signUps}, ${newPeople} new`;
      return countedAt === null ? `(${line})` : line;
    });
  const marks = () => site.db.query.selectFrom('year_people').selectAll().execute();

  test('hold who went or was going, who came, and who came up first in that year; no address', async () => {
    await evening('old', NOW - 90 * DAY_MS, people('old', 'ana', 'ben'));
    await evening('party', NOW - 9 * DAY_MS, [
      ...people('party', 'ana', 'ben'),
      signUpRow('party', 'cleo', { checked_in: 5 }),
      signUpRow('party', 'dan', { email: null, checked_in: 5 }),
      signUpRow('party', 'eve', { state: 'waiting' }),
      signUpRow('party', 'fay', { state: 'cancelled' }),
    ]);
    await evening('talk', NOW - 8 * DAY_MS, people('talk', 'ben', 'gus'), { retro_came: 30 });
    await evening('off', NOW - 8 * DAY_MS, people('off', 'ana'), { cancelled: 1 });
    await evening('draft', NOW - 8 * DAY_MS, people('draft', 'ana'), { publish_at: 1 });
    await evening('next', NOW + DAY_MS, people('next', 'ana'));
    const lines = ['old - of 2, 2 new', 'party 2 of 4, 4 new', 'talk 30 of 2, 1 new'];
    expect(await listed()).toEqual(lines.map((line) => `(${line})`));
    await count();
    await count();
    expect(await listed()).toEqual(lines);
    // The club's year began on September 1; the year before needs no marks any more.
    expect((await marks()).map(({ year }) => year)).toEqual([2026, 2026, 2026, 2026]);
    expect(JSON.stringify(await site.db.query.selectFrom('event_counts').selectAll().execute())).not.toContain('@');
    expect(JSON.stringify(await marks())).not.toContain('example');
  });

  test('are made a day after the event, and stay whatever is erased', async () => {
    const start = NOW - 3 * HOUR_MS;
    await evening('party', start, people('party', 'ana', 'ben'), { time_end: start + HOUR_MS });
    await count(start + HOUR_MS + DAY_MS - 1);
    expect(await listed()).toEqual(['(party - of 2, 2 new)']);
    const dayAfter = start + HOUR_MS + DAY_MS;
    await count(dayAfter);
    const erasure = { email: 'ana@example.edu', club: { email: 'club@example.edu' }, mailing };
    const before = await marks();
    await erasePersonalData(site.db, admin, erasure);
    expect(await listed(dayAfter)).toEqual(['party - of 2, 2 new']);
    const after = await marks();
    expect(after).toHaveLength(2);
    expect(before.filter(({ mark }) => after.some((one) => one.mark === mark))).toHaveLength(1);
    const late = dayAfter + 9 * DAY_MS;
    await eraseExpired(site.db, { retention: { responsesDays: 1 }, timeZone: TORONTO, now: late });
    expect(await site.db.query.selectFrom('entries').selectAll().execute()).toEqual([]);
    await count(late);
    expect(await listed(late)).toEqual(['party - of 2, 2 new']);
    // Who was not erased is known again, who was is somebody new.
    await evening('talk', late - 2 * DAY_MS, people('talk', 'ana', 'ben'));
    await count(late);
    expect(await listed(late)).toEqual(['party - of 2, 2 new', 'talk - of 2, 1 new']);
  });

  test('are forgotten person by person a week after the year', async () => {
    await evening('party', NOW, people('party', 'ana', 'ben'));
    await count(NOW + 2 * DAY_MS);
    const yearEnd = Date.parse('2027-09-01T00:00-04:00');
    await count(yearEnd + 6 * DAY_MS);
    expect(await marks()).toHaveLength(2);
    await count(yearEnd + 8 * DAY_MS);
    expect(await marks()).toEqual([]);
    const notes = await site.db.query
      .selectFrom('app_state')
      .select('name')
      .where('name', 'like', 'people-%')
      .execute();
    expect(notes).toEqual([]);
    expect(await listed(yearEnd + 8 * DAY_MS)).toEqual(['party - of 2, 2 new']);
  });

  test('leave out what is cancelled later or moved ahead, and keep what is removed', async () => {
    for (const key of ['off', 'moved', 'gone', 'right']) await evening(key, NOW - 9 * DAY_MS, people(key, key));
    await count();
    const set = (key: string, given: object) =>
      site.db.write(({ query }) => query.updateTable('events').set(given).where('key', '=', key).execute());
    await set('off', { cancelled: 1 });
    await set('moved', { time_start: NOW + 9 * DAY_MS });
    await set('right', { time_start: NOW - 10 * DAY_MS });
    await removeEvents(site.db, admin, ['gone'], mailing);
    await site.db.write(({ query }) => query.deleteFrom('entries').execute());
    await count();
    expect((await listed()).toSorted()).toEqual(['gone - of 1, 1 new', 'right - of 1, 1 new']);
    await insertSignUps(site.db, people('moved', 'moved', 'more'));
    await count(NOW + 11 * DAY_MS);
    expect(await listed(NOW + 11 * DAY_MS)).toContain('moved - of 2, 2 new');
    await load(site.db, { event: { other: { title: 'Other' } } }, { replace: true });
    expect([await listed(NOW + 11 * DAY_MS), await marks()]).toEqual([[], []]);
  });

  test('name a removed event while the trash keeps it, and no longer: a title may name somebody', async () => {
    await evening('party', Date.now() - 9 * DAY_MS, people('party', 'ana'), { title: 'Fay’s party' });
    await count(Date.now());
    await removeEvents(site.db, admin, ['party'], mailing);
    expect(await listed(Date.now())).toEqual(['Fay’s party - of 1, 1 new']);
    await eraseOldTrash(site.db, club, Date.now() + 31 * DAY_MS);
    expect(await listed(Date.now())).toEqual(['A removed event - of 1, 1 new']);
    expect(JSON.stringify(await site.db.query.selectFrom('event_counts').selectAll().execute())).not.toContain('Fay');
  });

  test('follow what officers say came, however late', async () => {
    const start = Date.now() - 9 * DAY_MS;
    await evening('party', start, people('party', 'ana', 'ben'));
    await count(Date.now());
    const input = { ranOut: '', change: '', cost: '', came: '17' };
    await saveRetrospective(site.db, admin, { key: 'party', version: 0, input }, mailing);
    await removeEvents(site.db, admin, ['party'], mailing);
    expect(await listed(Date.now())).toEqual(['party 17 of 2, 2 new']);
  });

  test('are made once by two that count at the same time', async () => {
    for (let at = 0; at < 60; at++) await evening(`e${at}`, NOW - 9 * DAY_MS + at, people(`e${at}`, 'ana', `p${at}`));
    await Promise.all([count(), count(), count()]);
    const all = await listCounts(site.db, club, NOW);
    expect(all.map(({ newPeople }) => newPeople)).toEqual([2, ...Array<number>(59).fill(1)]);
  });
});
