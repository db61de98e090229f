import { beforeEach, describe, expect, test } from 'vitest';
import { admin, member, treasurer } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { club } from '../../../test/outbox.ts';
import { NOON, statusAt } from '../../../test/site-status.ts';
import { listNotedBackups, noteBackup } from '../../db/last-backup.ts';
import { DAY_MS } from '../../time/durations.ts';
import { listActivity } from '../activity.ts';
import { NotAllowed, Rejected } from '../errors.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import { makeDrillCode, readDrillCode } from './drill-code.ts';
import { noteDrill } from './drills.ts';
import { listThings } from '../dates/list-dates.ts';

const DIGESTS = ['1', '2'].map((sign) => sign.repeat(64));
const [FIRST = '', SECOND = ''] = DIGESTS;

describe('a code', () => {
  test('holds its minutes, and is known again by the digest that it was made of', () => {
    for (const minutes of [1, 9, 511]) {
      const code = makeDrillCode(FIRST, minutes);
      expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
      const read = readDrillCode(` ${code.toLowerCase().replace('-', ' ')} `);
      expect(read).toMatchObject({ code, minutes });
      expect([read?.isOf(FIRST), read?.isOf(SECOND)]).toEqual([true, false]);
    }
    expect(readDrillCode(makeDrillCode(FIRST, 9000))?.minutes).toBe(511);
  });

  test('of one backup differs from time to time', () => {
    expect(new Set(Array.from({ length: 50 }, () => makeDrillCode(FIRST, 4))).size).toBeGreaterThan(10);
  });

  test('with another sign is another, which is nobody’s', () => {
    const code = makeDrillCode(FIRST, 4);
    for (const at of [5, 6, 7, 8]) {
      const other = code.slice(0, at) + (code[at] === 'X' ? 'Y' : 'X') + code.slice(at + 1);
      expect(readDrillCode(other)?.isOf(FIRST)).toBe(false);
    }
    for (const typed of ['', 'ABCD', 'ABCD-EFG0', 'ABCD-EFGH-J', '••••-••••'])
      expect(readDrillCode(typed)).toBeUndefined();
  });
});

describe.each(databases)('a practice on %s', (_, open) => {
  const site = freshDatabase(open);
  beforeEach(async () => {
    const email = 'ada@example.edu';
    const ada = { uid: 'ada', name: 'Ada', email, verified_email: email, admin: 1, extra: null, created_at: 1 };
    await site.db.write(({ query }) => query.insertInto('users').values(ada).execute());
    await site.db.write((tx) => noteBackup(tx, { takenAt: NOON, digest: FIRST, lost: [] }));
    await site.db.write((tx) => noteBackup(tx, { takenAt: NOON + DAY_MS, digest: SECOND, lost: [] }));
  });
  const drill = async (now: number) => (await listThings(site.db, statusAt(now))).find(({ id }) => id === 'drill');

  test('is noted once for each code, with date, officer and minutes, and is due again after a year', async () => {
    const code = makeDrillCode(FIRST, 7);
    const now = NOON + 2 * DAY_MS;
    await noteDrill(site.db, admin, code.toLowerCase(), now);
    const again = noteDrill(site.db, admin, code, now);
    await expect(again).rejects.toThrow(Rejected);
    await expect(again).rejects.toMatchObject({
      fields: { code: 'This code has already been used. Practise again to get a new one' },
    });
    expect(await drill(now)).toMatchObject({
      endsOn: '2027-11-29',
      isWrong: false,
      says: 'Due by Nov 29, 2027. Last practised on Nov 29, 2026 by Ada, in 7 min.',
    });
    expect(await drill(now + 366 * DAY_MS)).toMatchObject({ isWrong: true });
    const [line] = await listActivity(site.db, admin, 1);
    expect(line).toMatchObject({ who: 'Ada', verb: 'practised', title: 'restoring a backup' });
  });

  test('is not noted for a wrong code, one of another site’s backup, or of one older than 60 days', async () => {
    const unknown = { fields: { code: expect.stringMatching(/^This code is not from a backup/) } };
    await expect(noteDrill(site.db, admin, 'nothing', NOON)).rejects.toMatchObject({
      fields: { code: 'A code has eight letters and digits, such as 7KQM-X2BD' },
    });
    await expect(noteDrill(site.db, admin, makeDrillCode('f'.repeat(64), 7), NOON)).rejects.toMatchObject(unknown);
    const code = makeDrillCode(FIRST, 7);
    await expect(noteDrill(site.db, admin, code, NOON + 60 * DAY_MS)).rejects.toMatchObject(unknown);
    await noteDrill(site.db, admin, code, NOON + 60 * DAY_MS - 1);
    expect((await listNotedBackups(site.db, NOON + 61 * DAY_MS - 1)).map(({ digest }) => digest)).toEqual([SECOND]);
  });

  test('forgets who it was once their account goes', async () => {
    await noteDrill(site.db, admin, makeDrillCode(FIRST, 7), NOON);
    const looking = {
      email: 'ada@example.edu',
      club: { email: 'club@example.edu', institution: 'Example', locale: 'en', currency: 'USD' },
    };
    const other = { uid: 'grace', name: 'Grace', email: 'grace@example.edu', role: 'admin' } as const;
    const row = { verified_email: other.email, admin: 1, role: null, extra: null, created_at: 2 };
    await site.db.write(({ query }) =>
      query
        .insertInto('users')
        .values({ ...other, ...row })
        .execute(),
    );
    await erasePersonalData(site.db, other, { ...looking, mailing: club });
    expect((await drill(NOON))?.says).toMatch(/Last practised on Nov 27, 2026, in 7 min\.$/);
  });

  test.each([null, member, treasurer])('only admins note one: not %o', async (actor) => {
    await expect(noteDrill(site.db, actor, makeDrillCode(FIRST, 7), NOON)).rejects.toThrow(NotAllowed);
  });
});
