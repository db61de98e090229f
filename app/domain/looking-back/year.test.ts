import { describe, expect, test } from 'vitest';
import { admin, member, treasurer } from '../../../test/actors.ts';
import { clubYears } from '../../../test/club-years.ts';
import { databases, freshDatabase, type TestDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { club as mailing } from '../../../test/outbox.ts';
import { insertPersonForm, insertSignUps, signUpRow } from '../../../test/sign-ups.ts';
import { dump, load } from '../../../test/transfers.ts';
import { clubYear } from '../../time/club-year.ts';
import { DAY_MS } from '../../time/durations.ts';
import { removeEvents } from '../event-changes/remove-events.ts';
import { bringBack } from '../bring-back.ts';
import { members } from '../members/member.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import { removeRecords } from '../record-changes/remove.ts';
import { eraseExpired } from '../retention/erase-expired.ts';
import { eraseOldTrash, listTrash } from '../trash.ts';
import { countDueEvents } from './counts.ts';
import { viewYear, yearFile, type YearOptions } from './year.ts';

const TORONTO = 'America/Toronto';
const NOW = Date.parse('2027-01-20T12:00-05:00');
const OPTIONS: YearOptions = {
  clock: { timeZone: TORONTO, locale: 'en-US' },
  yearStartsIn: undefined,
  hasMembers: true,
  currency: 'USD',
  now: NOW,
};

describe.each(databases)('the year in figures on %s', (_, open) => {
  const site = freshDatabase(open);

  async function evening(key: string, start: string, names: string[], given = {}) {
    await insertEvents(site.db, eventRow(key, { title: key, time_start: Date.parse(start), form_id: key, ...given }));
    await insertPersonForm(site.db, key);
    await insertSignUps(
      site.db,
      names.map((name) => signUpRow(key, name.replace('!', ''), name.endsWith('!') ? { checked_in: 5 } : {})),
    );
  }
  const view = (given: Partial<YearOptions> = {}) => viewYear(site.db, admin, { ...OPTIONS, ...given });
  const pay = (on: string, until: string) => ({ on, until, how: 'cash', note: '' });
  const person = (name: string, since: string, ...payments: object[]) => ({
    name,
    email: `${name}@example.edu`,
    since,
    payments,
  });
  const membersOf = async (year: number, now = NOW) => (await view({ year, now })).members;

  test('has the club’s years, each with its sums, months and events', async () => {
    await evening('last', '2026-08-31T23:59-04:00', ['ana', 'ben']);
    await evening('first', '2026-09-01T00:00-04:00', ['ana!', 'ben']);
    await evening('=fair', '2026-12-31T23:30-05:00', ['ana', 'cleo', 'dan'], { retro_came: 40 });
    await evening('quiet', '2027-01-02T20:00-05:00', ['eve']);
    await evening('off', '2027-01-03T20:00-05:00', ['fay'], { cancelled: 1 });
    await evening('next', '2027-02-01T20:00-05:00', ['gus']);
    const found = await view({ hasMembers: false });
    expect(found).toMatchObject({
      year: 2026,
      name: '2026–2027',
      events: 3,
      signUps: 6,
      came: 41,
      people: 5,
      unknown: 1,
      members: null,
      years: [
        { year: 2026, name: '2026–2027' },
        { year: 2025, name: '2025–2026' },
      ],
    });
    expect(found.months.map(({ name, events, signUps, came }) => [name.slice(0, 3), events, signUps, came])).toEqual([
      ...[['Sep', 1, 2, 1], ...['Oct', 'Nov'].map((name) => [name, 0, 0, 0])],
      ...[
        ['Dec', 1, 3, 40],
        ['Jan', 1, 1, 0],
      ],
      ...['Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug'].map((name) => [name, 0, 0, 0]),
    ]);
    expect(found.listed.map(({ title, date, signUps, came }) => [title, date, signUps, came])).toEqual([
      ['first', 'Tue Sep 1, 2026', 2, 1],
      ['=fair', 'Thu Dec 31, 2026', 3, 40],
      ['quiet', 'Sat Jan 2', 1, null],
    ]);
    expect(await view({ year: 2025 })).toMatchObject({ year: 2025, events: 1, signUps: 2, came: 0, people: 2 });
    expect(await view({ year: 1999 })).toMatchObject({ year: 2026 });
    expect(await view({ yearStartsIn: 1 })).toMatchObject({ name: '2027', events: 1 });
    expect((await yearFile(site.db, admin, OPTIONS)).content.split('\r\n')).toEqual([
      ...[
        '\uFEFFDate,Event,Sign-ups,Came',
        '2026-09-01,first,2,1',
        "2026-12-31,'=fair,3,40",
        '2027-01-02,quiet,1,',
        '',
      ],
    ]);
  });

  test('is for admins', async () => {
    for (const who of [null, member, treasurer])
      await expect(viewYear(site.db, who, OPTIONS)).rejects.toMatchObject({ name: 'NotAllowed' });
    await expect(yearFile(site.db, treasurer, OPTIONS)).rejects.toMatchObject({ name: 'NotAllowed' });
  });

  test('says from when on it counted, and changes by no erasing and no retention', async () => {
    await evening('party', '2026-11-20T20:00-05:00', ['ana', 'ben!']);
    expect(await view()).toMatchObject({ since: '' });
    const old = [pay('2024-10-01', '2025-08-31'), pay('2025-09-02', '2026-08-31')];
    await load(site.db, {
      member: {
        a: person('ana', '2026-10-01', pay('2026-10-01', '2027-08-31')),
        b: person('ben', '2024-10-01', ...old),
        c: person('cleo', '2026-12-01'),
      },
    });
    const figures = async () => {
      const years = [await view(), await view({ year: 2025 }), await view({ year: 2024 })];
      return years.map(({ signUps, came, people, members }) => [signUps, came, people, members?.paid, members?.joined]);
    };
    await countDueEvents(site.db, { timeZone: TORONTO, yearStartsIn: undefined }, NOW);
    expect(await view()).toMatchObject({ since: 'Wed Jan 20' });
    const before = [
      [2, 1, 2, 1, 2],
      [0, 0, 0, 1, 0],
      [0, 0, 0, 1, 1],
    ];
    expect(await figures()).toEqual(before);
    for (const email of ['ana@example.edu', 'cleo@example.edu'])
      await erasePersonalData(site.db, admin, { email, club: { email: 'club@example.edu' }, mailing });
    const retention = { responsesDays: 1, membersDays: 1 };
    await eraseExpired(site.db, { retention, timeZone: TORONTO, now: NOW + 9 * DAY_MS });
    for (const table of ['entries', 'members'] as const)
      expect(await site.db.query.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await figures()).toEqual(before);
  });

  test('moves to another machine with an export: counts of what was erased and removed, and who is known', async () => {
    const club = { timeZone: TORONTO, yearStartsIn: undefined };
    await evening('party', '2026-11-20T20:00-05:00', ['ana', 'ben!']);
    await evening('gone', '2026-11-21T20:00-05:00', ['cleo']);
    await evening('talk', '2026-12-01T20:00-05:00', ['ana', 'dan'], { retro_came: 7 });
    await load(site.db, { member: { a: person('ana', '2025-10-01', pay('2025-10-01', '2026-08-31')) } });
    await countDueEvents(site.db, club, NOW);
    await removeEvents(site.db, admin, ['gone'], mailing);
    await eraseOldTrash(site.db, club, Date.now() + 31 * DAY_MS);
    await erasePersonalData(site.db, admin, {
      email: 'ben@example.edu',
      club: { email: 'club@example.edu' },
      mailing,
    });
    await erasePersonalData(site.db, admin, {
      email: 'ana@example.edu',
      club: { email: 'club@example.edu' },
      mailing,
    });
    const figures = async ({ db }: TestDatabase, now = NOW) =>
      Promise.all([2026, 2025].map((year) => viewYear(db, admin, { ...OPTIONS, year, now })));
    const before = await figures(site);
    expect(before[0]).toMatchObject({ events: 3, signUps: 5, came: 8, people: 4 });
    expect(before[1]?.members).toEqual({ paid: 1, joined: 1 });
    const file = await dump(site.db);
    const other = await open();
    for (const options of [{}, {}, { replace: true }]) {
      const { refused } = await load(other.db, JSON.parse(file), options);
      expect(refused).toEqual([]);
      expect(await figures(other)).toEqual(before);
      expect(await dump(other.db)).toBe(file);
    }
    // Dan is known from the talk, and Ana, who was erased, is somebody new.
    await insertEvents(other.db, eventRow('next', { title: 'next', time_start: NOW + DAY_MS, form_id: 'next' }));
    await insertPersonForm(other.db, 'next');
    await insertSignUps(
      other.db,
      ['ana', 'dan', 'eve'].map((name) => signUpRow('next', name)),
    );
    const later = NOW + 3 * DAY_MS;
    expect((await figures(other, later))[0]).toMatchObject({ events: 4, people: 6 });
    await countDueEvents(other.db, club, later);
    expect((await figures(other, later))[0]).toMatchObject({ events: 4, people: 6 });
    const { count, memberCount, ...older } = JSON.parse(file);
    expect([Object.keys(count).toSorted(), memberCount]).toEqual([
      ['gone', 'party', 'talk'],
      { 2025: { paid: 1, joined: 1 } },
    ]);
    await load(other.db, older, { replace: true });
    expect((await figures(other))[0]).toMatchObject({ events: 2, signUps: 4 });
    await other.close();
  });

  test('counts in the years that were over members whom an officer removes, and in this one no longer', async () => {
    const now = Date.now();
    const year = clubYear(now, clubYears);
    const paid = [pay(`${year - 1}-10-01`, `${year}-08-31`), pay(`${year}-09-01`, `${year + 1}-08-31`)];
    await load(site.db, {
      member: {
        a: person('ana', `${year - 1}-10-01`, ...paid),
        b: person('ben', `${year - 1}-10-01`, ...paid),
        c: person('cleo', `${year - 1}-10-01`),
        d: person('dan', `${year}-09-01`),
      },
    });
    const counted = async () => [await membersOf(year - 1, now), await membersOf(year, now)];
    const before = { paid: 2, joined: 3 };
    expect(await counted()).toEqual([before, { paid: 2, joined: 1 }]);
    await removeRecords(site.db, admin, members, ['a', 'b', 'c', 'd']);
    expect(await counted()).toEqual([before, { paid: 0, joined: 0 }]);
    const [trashed] = (await listTrash(site.db)).filter(({ recordKey }) => recordKey === 'd');
    await bringBack(site.db, admin, trashed?.key ?? '');
    const after = [before, { paid: 0, joined: 1 }];
    expect(await counted()).toEqual(after);
    await erasePersonalData(site.db, admin, {
      email: 'ana@example.edu',
      club: { email: 'club@example.edu' },
      mailing,
    });
    expect(await listTrash(site.db)).toHaveLength(2);
    expect(await counted()).toEqual(after);
    await eraseOldTrash(site.db, clubYears, now + 31 * DAY_MS);
    expect(await listTrash(site.db)).toEqual([]);
    expect(await counted()).toEqual(after);
  });

  test('counts a payment in the years that it is for: near the turn, in the next', async () => {
    await load(site.db, {
      member: {
        early: person('ana', '2026-07-01', pay('2026-07-01', '2027-08-31')),
        firstDay: person('ben', '2026-07-02', pay('2026-07-02', '2027-08-31')),
        lastDay: person('cleo', '2026-08-31', pay('2026-08-31', '2027-08-31')),
        late: person('dan', '2026-08-31', pay('2026-08-31', '2026-08-31')),
        turn: person('eve', '2026-09-01', pay('2026-09-01', '2027-08-31')),
        ahead: person('fay', '2026-12-01', pay('2026-12-01', '2028-08-31')),
      },
    });
    // Ana was 61 days early: what she paid is for what was left of that year too.
    expect(await membersOf(2025)).toEqual({ paid: 2, joined: 4 });
    expect(await membersOf(2026)).toEqual({ paid: 5, joined: 2 });
    expect(await membersOf(2027, Date.parse('2027-10-01T12:00-04:00'))).toEqual({ paid: 1, joined: 0 });
  });
});
