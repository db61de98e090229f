import { beforeEach, describe, expect, test } from 'vitest';
import { admin, member } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { club } from '../../../test/outbox.ts';
import type { UserRow } from '../../db/tables.ts';
import { NotAllowed, NotFound, Rejected } from '../errors.ts';
import { listActivity } from '../activity.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import type { Change } from '../topics.ts';
import type { Actor } from '../actor.ts';
import { forgetInvitations, invite, listInvitations, withdrawInvitation } from './invitations.ts';
import { listPeople } from './people.ts';
import { changeRole } from './set-role.ts';
import { findSession } from './sessions.ts';
import { signIn, type Identity } from './sign-in.ts';

const DAY_MS = 86_400_000;
const GRACE = 'grace@example.edu';

describe.each(databases)('people, on %s', (_, open) => {
  const site = freshDatabase(open);
  beforeEach(async () => {
    await plant('ada', { admin: 1 });
  });

  async function plant(uid: string, columns: Partial<UserRow> = {}) {
    const email = `${uid}@example.edu`;
    const user = { uid, name: uid, email, verified_email: email, extra: null, created_at: 1, ...columns };
    await site.db.write(({ query }) => query.insertInto('users').values(user).execute());
  }

  function arrive(email: string, more: Partial<Identity> = {}, now?: number) {
    const known = { issuer: null, isConfigured: true, isEmailVerified: true, name: 'Grace', isAppointed: false };
    return signIn(site.db, { ...known, subject: email, email, ...more }, undefined, now);
  }

  const people = async () => (await listPeople(site.db, admin)).map(({ uid, role }) => `${uid} ${role}`);
  const openOnes = async () => (await listInvitations(site.db, admin)).map(({ email, role }) => `${email} ${role}`);
  const mails = async () => (await site.db.query.selectFrom('outbox').select('recipient').execute()).length;

  test('an invitation gives its role at the first sign-in with the verified address, once', async () => {
    await invite(site.db, admin, club, { email: ` ${GRACE} `, role: 'events' });
    expect([await openOnes(), await mails(), await people()]).toEqual([[`${GRACE} events`], 1, ['ada admin']]);
    await arrive('someone@example.edu');
    await arrive('claims', { email: GRACE, isEmailVerified: false, subject: 'claims' });
    expect(await people()).toEqual(['ada admin']);
    const secret = await arrive('GRACE@example.edu', { subject: 'grace' });
    expect([await people(), await openOnes(), await mails()]).toEqual([['ada admin', 'grace events'], [], 0]);
    expect((await findSession(site.db, secret))?.actor.role).toBe('events');
    const log = (await listActivity(site.db, admin, 9)).map(({ who, verb, title }) => `${who} ${verb} ${title}`);
    expect(log).toEqual(['Grace accepted the invitation to the role Events', `Ada invited ${GRACE} (Events)`]);
  });

  test('a second invitation takes the place of the first, and whoever is known has the role at once', async () => {
    await invite(site.db, admin, club, { email: GRACE, role: 'events' });
    await invite(site.db, admin, club, { email: 'Grace@Example.edu', role: 'editor' });
    expect([await openOnes(), await mails()]).toEqual([['Grace@Example.edu editor'], 1]);
    await plant('grace');
    const told: Change[] = [];
    site.db.onCommit((changes) => {
      told.push(...changes);
    });
    const { granted } = await invite(site.db, admin, club, { email: GRACE, role: 'viewer' });
    expect(granted.map(({ uid }) => uid)).toEqual(['grace']);
    expect([await openOnes(), await mails(), await people()]).toEqual([[], 0, ['ada admin', 'grace viewer']]);
    expect(told).toContainEqual({ topic: 'user', key: 'grace' });
  });

  test('an invitation ends after 30 days, when it is withdrawn, and never takes Admin away', async () => {
    const now = Date.now();
    await invite(site.db, admin, club, { email: GRACE, role: 'events' }, now - 30 * DAY_MS);
    expect(await openOnes()).toEqual([]);
    await arrive(GRACE);
    expect(await people()).toEqual(['ada admin']);

    await invite(site.db, admin, club, { email: 'max@example.edu', role: 'events' });
    const [invitation] = await listInvitations(site.db, admin);
    await withdrawInvitation(site.db, admin, invitation?.key ?? '');
    await expect(withdrawInvitation(site.db, admin, invitation?.key ?? '')).rejects.toThrow(NotFound);
    await arrive('max@example.edu');
    expect([await people(), await mails()]).toEqual([['ada admin'], 0]);

    await invite(site.db, admin, club, { email: 'chair@example.edu', role: 'viewer' });
    await arrive('chair@example.edu', { isAppointed: true });
    expect(await people()).toEqual(['ada admin', 'chair@example.edu admin']);
  });

  test('those that have ended are forgotten with their mail', async () => {
    await invite(site.db, admin, club, { email: GRACE, role: 'events' }, Date.now() - 31 * DAY_MS);
    await site.db.write((tx) => forgetInvitations(tx));
    const rows = await site.db.query.selectFrom('invitations').selectAll().execute();
    expect([rows, await mails()]).toEqual([[], 0]);
  });

  test('nobody changes their own role, and someone stays an admin', async () => {
    await expect(changeRole(site.db, admin, 'ada', null)).rejects.toThrow('Someone has to stay an admin.');
    await plant('max', { admin: 1 });
    await expect(changeRole(site.db, admin, 'ada', 'editor')).rejects.toThrow('Nobody changes their own role.');
    await expect(invite(site.db, admin, club, { email: 'ada@example.edu', role: 'viewer' })).rejects.toThrow(Rejected);
    await changeRole(site.db, admin, 'max', 'editor');
    expect(await people()).toEqual(['ada admin', 'max editor']);
    await changeRole(site.db, admin, 'max', null);
    expect(await people()).toEqual(['ada admin']);
    await expect(changeRole(site.db, admin, 'nobody', 'viewer')).rejects.toThrow(NotFound);
  });

  test('two admins who remove each other at the same moment leave one', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [`one${round}`, `other${round}`];
      for (const uid of [one, other]) await plant(uid, { admin: 1 });
      const as = (uid: string): Actor => ({ uid, name: uid, email: '', role: 'admin' });
      const done = await Promise.allSettled([
        changeRole(site.db, as(one), other, null),
        changeRole(site.db, as(other), one, null),
      ]);
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await people()).filter((line) => line.endsWith(`${round} admin`))).toHaveLength(1);
    }
  });

  test('two admins who erase each other at the same moment, or remove and erase, leave one', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [`one${round}`, `other${round}`];
      for (const uid of [one, other]) await plant(uid, { admin: 1 });
      const email = (uid: string) => `${uid}@example.edu`;
      const as = (uid: string): Actor => ({ uid, name: uid, email: email(uid), role: 'admin' });
      const erase = (by: string, whom: string) =>
        erasePersonalData(site.db, as(by), { email: email(whom), club, mailing: club });
      const done = await Promise.allSettled([
        erase(one, other),
        round % 2 === 0 ? erase(other, one) : changeRole(site.db, as(other), one, null),
      ]);
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await people()).filter((line) => line.endsWith(`${round} admin`))).toHaveLength(1);
    }
  });

  test('an invitation is either withdrawn or gives its role', async () => {
    for (let round = 0; round < 10; round++) {
      const email = `new${round}@example.edu`;
      await invite(site.db, admin, club, { email, role: 'events' });
      const [{ key } = { key: '' }] = await listInvitations(site.db, admin);
      const [, withdrawn] = await Promise.allSettled([arrive(email), withdrawInvitation(site.db, admin, key)]);
      const hasRole = (await people()).some((line) => line.startsWith(email));
      expect(hasRole).toBe(withdrawn.status === 'rejected');
    }
  });

  test.each([null, member, { ...admin, role: 'events' as const }])('is for admins, not for %o', async (actor) => {
    await expect(listPeople(site.db, actor)).rejects.toThrow(NotAllowed);
    await expect(listInvitations(site.db, actor)).rejects.toThrow(NotAllowed);
    await expect(changeRole(site.db, actor, 'ada', null)).rejects.toThrow(NotAllowed);
    await expect(invite(site.db, actor, club, { email: GRACE, role: 'admin' })).rejects.toThrow(NotAllowed);
    await expect(withdrawInvitation(site.db, actor, 'x')).rejects.toThrow(NotAllowed);
  });

  test.each([
    ['', 'admin', 'email'],
    ['a@b.example, c@d.example', 'admin', 'email'],
    [GRACE, 'king', 'role'],
    [GRACE, '', 'role'],
  ])('invites nobody by %j as %j', async (email, role, field) => {
    const refused = await invite(site.db, admin, club, { email, role }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ fields: { [field]: expect.any(String) } });
    expect(await openOnes()).toEqual([]);
  });
});
