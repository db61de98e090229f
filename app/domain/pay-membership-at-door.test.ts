import { beforeEach, describe, expect, test } from 'vitest';
import { admin, treasurer } from '../../test/actors.ts';
import { databases, freshDatabase } from '../../test/databases.ts';
import { eventRow, insertEvents } from '../../test/event-rows.ts';
import { club } from '../../test/outbox.ts';
import { insertPersonForm, insertSignUps, signUpRow } from '../../test/sign-ups.ts';
import { clubDay } from '../time/club-day.ts';
import { NotAllowed, NotFound, Rejected, Stale } from './errors.ts';
import { viewDoor } from './sign-ups/door/door.ts';
import { viewMembers } from './members/list.ts';
import { payAtDoor, undoPaymentAtDoor } from './pay-membership-at-door.ts';
import { proposedUntil } from './members/years.ts';

const ZONE = club.clock.timeZone;
const TODAY = clubDay(ZONE);

describe.each(databases)('a membership paid at the door on %s', (_, open) => {
  const site = freshDatabase(open);
  beforeEach(async () => {
    await insertEvents(site.db, eventRow('talk', { title: 'Talk', form_id: 'f', time_start: Date.now() }));
    await insertPersonForm(site.db, 'f', { audience: 'members' });
    await insertSignUps(site.db, [
      signUpRow('f', 'ana', { answers: JSON.stringify({ name: 'Ana', email: 'ana@Example.edu' }) }),
      signUpRow('f', 'ben', { email: null, answers: JSON.stringify({ name: 'Ben' }) }),
    ]);
  });

  const pay = (key: string, actor = admin) =>
    payAtDoor(site.db, actor, club, { eventKey: 'talk', key, yearStartsIn: undefined });
  const everyone = { search: '', show: 'everyone', limit: 100 } as const;
  const members = async () => (await viewMembers(site.db, treasurer, club.clock, everyone)).rows;
  const door = async (given: object = {}) => {
    const shown = { membership: {}, timeZone: ZONE, marksMembers: true, ...given };
    const { people } = await viewDoor(site.db, 'talk', shown);
    return people.map(({ key, isMember, mayPay }) => ({ key, isMember, mayPay }));
  };

  test('makes whoever has no record a member, is noted once, and is taken back', async () => {
    const { noted, until } = await pay('ana');
    expect(until).toBe(proposedUntil(TODAY));
    const payments = [{ on: TODAY, until, how: 'cash', note: '' }];
    expect(await members()).toMatchObject([{ name: 'Ana', email: 'ana@Example.edu', payments, paidState: 'paid' }]);
    expect(await door()).toContainEqual({ key: 'ana', isMember: true, mayPay: undefined });
    await expect(pay('ana')).rejects.toThrow(Rejected);
    const taking = () => undoPaymentAtDoor(site.db, admin, ZONE, { eventKey: 'talk', key: 'ana', noted });
    await taking();
    expect(await members()).toMatchObject([{ payments: [], paidState: 'unpaid' }]);
    expect(await door()).toContainEqual({ key: 'ana', isMember: false, mayPay: true });
    await expect(taking()).rejects.toThrow(Stale);
    await pay('ana');
    expect(await members()).toHaveLength(1);
  });

  test('is for whoever may handle members, and for people with an address', async () => {
    await expect(pay('ana', { ...admin, role: 'events' })).rejects.toThrow(NotAllowed);
    await expect(pay('ben')).rejects.toThrow('This sign-up has no email address');
    await expect(pay('nobody')).rejects.toThrow(NotFound);
    expect(await members()).toEqual([]);
    const none = [
      { key: 'ana', isMember: false, mayPay: undefined },
      { key: 'ben', isMember: false, mayPay: undefined },
    ];
    expect(await door()).toEqual([{ ...none[0], mayPay: true }, none[1]]);
    expect(await door({ marksMembers: false })).toEqual(none);
  });

  test('is offered, and said to be missing, only while the event is for members', async () => {
    const unsaid = ['ana', 'ben'].map((key) => ({ key, isMember: undefined, mayPay: undefined }));
    const change = (given: object) =>
      site.db.write(({ query }) => query.updateTable('forms').set(given).where('id', '=', 'f').execute());
    await change({ members_until: Date.now() - 1 });
    expect(await door()).toEqual(unsaid);
    await change({ members_until: null, audience: null });
    expect(await door()).toEqual(unsaid);
  });
});
