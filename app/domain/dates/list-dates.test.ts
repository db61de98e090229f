import { beforeEach, describe, expect, test } from 'vitest';
import { admin, member, treasurer } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { club, queue } from '../../../test/outbox.ts';
import { NOON, statusAt } from '../../../test/site-status.ts';
import { noteFirstStart } from '../../db/first-start.ts';
import { noteBackup } from '../../db/last-backup.ts';
import { DAY_MS } from '../../time/durations.ts';
import { NotAllowed, NotFound, Rejected, Stale } from '../errors.ts';
import { execs } from '../execs.ts';
import { addItem } from '../handover/items.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import { viewPersonalData } from '../personal-data/view-personal-data.ts';
import { addRecord } from '../record-changes/save.ts';
import { sponsors } from '../sponsors/sponsor.ts';
import { forgetRefusedSite, noteRefusedSite } from '../users/refused-site.ts';
import { noteCertificate } from './certificate.ts';
import { listDates, listThings } from './list-dates.ts';
import { chooseOwners } from './owners.ts';
import { namesOfResponsible, type OwnedThing } from './thing.ts';

const DIGEST = 'a'.repeat(64);
const EXEC = { name: 'Grace', title: 'Treasurer', description: '', isCurrentExec: true, image: null, since: '' };
const SPONSOR = { name: 'Brindlecove', logo: null, alt: 'A cup', url: '', tier: '', from: '' };

describe.each(databases)('what runs out on %s', (_, open) => {
  const site = freshDatabase(open);
  beforeEach(async () => {
    for (const [at, name] of ['Ada', 'Grace'].entries()) {
      const uid = name.toLowerCase();
      const email = `${uid}@example.edu`;
      const user = { uid, name, email, verified_email: email, admin: 1, extra: null, created_at: at };
      await site.db.write(({ query }) => query.insertInto('users').values(user).execute());
    }
    await site.db.write((tx) => noteFirstStart(tx, NOON));
  });

  const list = (now = NOON, given = {}) => listThings(site.db, statusAt(now, given));
  const find = async (id: string, now = NOON, given = {}) => (await list(now, given)).find((one) => one.id === id);
  const saying = ({ isWrong, title, says }: OwnedThing) => `${isWrong ? 'wrong: ' : ''}${title}: ${says}`;
  const said = async (id: string, now = NOON, given = {}) => {
    const thing = await find(id, now, given);
    return thing && saying(thing);
  };
  const at = (text: string) => Date.parse(`${text}T12:00-05:00`);

  test('holds the club’s own items, with owners, by end; what is wrong comes first', async () => {
    const add = (title: string, more: object) => addItem(site.db, admin, { title, owner: '', ...more });
    await add('Keys', { owner: 'Old Bob' });
    await add('Domain', { owner: 'grace', secondOwner: 'GRACE@example.edu', endsOn: '2027-08-31' });
    await add('Bank', { owner: 'treasurer@example.org', secondOwner: 'Ada', endsOn: '2026-11-26' });
    await add('Chat', { endsOn: '2026-11-27' });
    const items = (await list()).filter(({ kind }) => kind === 'item');
    expect(items.map(saying)).toEqual([
      'wrong: Bank: Ended on Nov 26, 2026.',
      'Chat: Ends on Nov 27, 2026.',
      'Domain: Ends on Aug 31, 2027.',
      'Keys: No end date is noted.',
    ]);
    expect(items.map(({ owners }) => owners)).toEqual([
      [
        { name: 'treasurer@example.org', address: 'treasurer@example.org' },
        { name: 'Ada', address: 'ada@example.edu' },
      ],
      [undefined, undefined],
      [
        { name: 'Grace', address: 'grace@example.edu' },
        { name: 'Grace', address: 'grace@example.edu' },
      ],
      [{ name: 'Old Bob', address: null }, undefined],
    ]);
    expect(items.map(namesOfResponsible)).toEqual([
      'treasurer@example.org and Ada',
      'Nobody yet',
      'Grace and Grace',
      'Old Bob',
    ]);
    await expect(add('Lease', { endsOn: '2026-02-30' })).rejects.toMatchObject({
      fields: { endsOn: 'Please enter a day such as 2026-08-31' },
    });
  });

  test('a fresh site finds nothing wrong', async () => {
    expect((await list()).map(saying)).toEqual([
      'Practice of restoring a backup: Due by Nov 27, 2027. Nobody has practised yet.',
      'Clubroom 1.0.0: Released on Nov 27, 2026.',
      'Certificate of club.example.edu: It has not been read yet.',
      'Backup: There is none yet.',
      'Sign-in: The identity provider accepts this site.',
      'Mail: The mail server accepts mail.',
      'Announcements: Announcements reach the chat.',
      'Free disk: 50 GB of 100 GB are free (50 %).',
    ]);
    const local = { publicUrl: 'http://localhost:3000', hasProvider: false, hasChat: false, disk: undefined };
    expect((await list(NOON, local)).map(({ id }) => id)).toEqual(['drill', 'version', 'backup', 'mail']);
  });

  test('the certificate is as it was read, now or last, of this address alone', async () => {
    const certificate = { host: 'club.example.edu', until: NOON + 89 * DAY_MS };
    expect(await said('certificate', NOON, { certificate })).toMatch(/: Ends on Feb 24, 2027\.$/);
    await site.db.write((tx) => noteCertificate(tx, statusAt(NOON, { certificate })));
    expect(await said('certificate')).toMatch(/: Ends on Feb 24, 2027\.$/);
    expect(await said('certificate', certificate.until)).toMatch(/^wrong: .*: Ended on Feb 24, 2027\.$/);
    const failed = { certificate: 'connect ECONNREFUSED' };
    expect(await said('certificate', NOON, failed)).toMatch(
      /: Ends on Feb 24, 2027\. It could not be read: connect ECONNREFUSED\.$/,
    );
    expect(await said('certificate', NOON, { publicUrl: 'https://other.example.edu' })).toMatch(
      /has not been read yet\.$/,
    );
    expect(await find('certificate')).toMatchObject({ setting: 'PUBLIC_URL' });
  });

  test('sponsors, and the terms of officers by the month in which they end', async () => {
    for (const until of ['2026-11-26', '2026-09-28', '2026-09-27', '2027-01-31', ''])
      await addRecord(site.db, admin, sponsors, { ...SPONSOR, name: `S ${until}`, until });
    const term = (until: string, more = {}) => addRecord(site.db, admin, execs, { ...EXEC, until, ...more });
    for (const until of ['2027-04', '2027-04', '2028-02', '2026-10', '']) await term(until);
    await term('2027-04', { isCurrentExec: false });
    const found = (await list()).filter(({ id }) => /^(sponsor|terms)/.test(id));
    expect(found.map(saying)).toEqual([
      'wrong: Sponsor S 2026-09-28: Ended on Sep 28, 2026.',
      'wrong: Term of 1 officer: Ended on Oct 31, 2026.',
      'wrong: Sponsor S 2026-11-26: Ended on Nov 26, 2026.',
      'Sponsor S 2027-01-31: Ends on Jan 31, 2027.',
      'Terms of 2 officers: Ends on Apr 30, 2027.',
      'Term of 1 officer: Ends on Feb 29, 2028.',
    ]);
  });

  test('a backup that was taken while the clock was a year ahead is wrong, and says so', async () => {
    const takenAt = NOON + 365 * DAY_MS;
    await site.db.write((tx) => noteBackup(tx, { takenAt, digest: DIGEST, lost: [] }));
    expect(await said('backup')).toBe(
      'wrong: Backup: The newest good one is from Nov 27, 2027, which is still to come: this machine’s clock is wrong, or was.',
    );
  });

  test('a backup that is older than seven days is wrong, and none seven days after the first start', async () => {
    expect(await said('backup', NOON + 7 * DAY_MS)).toBe('Backup: There is none yet.');
    expect(await said('backup', NOON + 7 * DAY_MS + 1)).toBe('wrong: Backup: There is none yet.');
    const takenAt = NOON + 10 * DAY_MS;
    await site.db.write((tx) => noteBackup(tx, { takenAt, digest: DIGEST, lost: [] }));
    expect(await said('backup', takenAt + 7 * DAY_MS)).toBe('Backup: The newest good one is from Dec 7, 2026.');
    expect(await said('backup', takenAt + 7 * DAY_MS + 1)).toBe(
      'wrong: Backup: The newest good one is from Dec 7, 2026.',
    );
    // A first start stays the first.
    await site.db.write((tx) => noteFirstStart(tx, takenAt));
    expect(await find('drill')).toMatchObject({ endsOn: '2027-11-27' });
  });

  test.each([
    [10, 99, false],
    [9, 99, true],
    [1.1, 2, false],
    [0.9, 2, true],
  ])('%d GB free of %d GB: wrong is %s', async (free, total, isWrong) => {
    const disk = { free: free * 1024 ** 3, total: total * 1024 ** 3 };
    expect(await find('disk', NOON, { disk })).toMatchObject({ isWrong, setting: 'DATA_DIR' });
  });

  test('a version is wrong a year later, and so is a practice that is due', async () => {
    expect(await find('version', at('2027-11-27'))).toMatchObject({ isWrong: false, endsOn: '2027-11-27' });
    expect(await said('version', at('2027-11-28'))).toBe(
      'wrong: Clubroom 1.0.0: Released on Nov 27, 2026, more than a year ago.',
    );
    expect(await said('drill', at('2027-11-28'))).toMatch(
      /^wrong: .*: Was due on Nov 27, 2027\. Nobody has practised yet\.$/,
    );
  });

  test('a refused sign-in, with the provider’s word, until somebody signs in', async () => {
    await noteRefusedSite(site.db, 'invalid_client', NOON);
    await noteRefusedSite(site.db, 'unauthorized_client', NOON + DAY_MS);
    expect(await said('sign-in')).toBe(
      'wrong: Sign-in: The identity provider has refused this site since Nov 27, 2026: invalid_client.',
    );
    expect(await said('sign-in', NOON, { hasProvider: false })).toBeUndefined();
    expect(await find('sign-in', NOON, { refusedAs: null })).toMatchObject({ isWrong: false });
    expect(await said('sign-in', NOON, { refusedAs: 'unauthorized_client' })).toMatch(
      /since Nov 27, 2026: unauthorized_client\.$/,
    );
    await forgetRefusedSite(site.db);
    expect(await find('sign-in')).toMatchObject({ isWrong: false, setting: 'OIDC_CLIENT_SECRET' });
  });

  test('mail and announcements that failed for a day', async () => {
    const now = Date.now();
    await queue(site.db, 'first');
    await queue(site.db, 'second');
    expect(await find('mail', now + 2 * DAY_MS)).toMatchObject({ isWrong: false });
    const fail = (key: string, state: 'waiting' | 'failed') =>
      site.db.write(({ query }) =>
        query.updateTable('jobs').set({ state, attempts: 3, error: '535 no' }).where('key', '=', key).execute(),
      );
    await fail('first', 'waiting');
    expect(await said('mail', now + DAY_MS - 60_000)).toBe('Mail: The mail server accepts mail.');
    expect(await said('mail', now + DAY_MS + 60_000)).toBe('wrong: Mail: 1 mail has failed for a day or more.');
    await fail('second', 'failed');
    expect(await said('mail', now + DAY_MS + 60_000)).toBe('wrong: Mail: 2 mails have failed for a day or more.');
    const announcement = {
      key: 'a',
      event_key: 'e',
      kind: 'published',
      state: 'waiting',
      revision: 1,
      attempts: 2,
    } as const;
    const times = { next_at: now, queued_at: now - DAY_MS, created_at: now, posted_at: null };
    const shown = { former_plan: null, message_id: null, shown_title: null, shown_plan: null, shown_digest: null };
    await site.db.write(({ query }) =>
      query
        .insertInto('announcements')
        .values({ ...announcement, ...times, ...shown, error: 'refused' })
        .execute(),
    );
    expect(await said('announcements', now)).toBe('wrong: Announcements: 1 announcement has failed for a day or more.');
    expect(await said('announcements', now, { hasChat: false })).toMatch(/^wrong: /);
  });

  test('what the site finds is every Admin’s until somebody is chosen', async () => {
    const status = statusAt();
    const backup = await find('backup');
    expect([backup && namesOfResponsible(backup), backup?.responsible.map(({ address }) => address)]).toEqual([
      'Every Admin',
      ['ada@example.edu', 'grace@example.edu'],
    ]);
    const choose = (version: number, owner: string, key = 'backup') =>
      chooseOwners(site.db, admin, { key, version, input: { owner, secondOwner: '' } }, status);
    expect(await choose(0, 'grace@example.edu')).toEqual({ version: 1 });
    expect(await find('backup')).toMatchObject({ responsible: [{ name: 'Grace', address: 'grace@example.edu' }] });
    await expect(choose(0, 'Ada')).rejects.toThrow(Stale);
    await expect(choose(0, 'Ada')).rejects.toMatchObject({
      current: { version: 1, typed: { owner: 'grace@example.edu', secondOwner: '' } },
    });
    await expect(choose(0, 'Ada', 'nothing')).rejects.toThrow(NotFound);
    await expect(choose(1, 'x'.repeat(201))).rejects.toThrow(Rejected);
    expect(await choose(1, '')).toEqual({ version: 2 });
    expect((await find('backup'))?.responsible).toHaveLength(2);
  });

  test('erasing a person leaves nothing of them in it', async () => {
    await addItem(site.db, admin, { title: 'Bank', owner: 'Ada', secondOwner: 'grace@example.edu' });
    const input = { owner: 'Grace', secondOwner: 'ada@example.edu' };
    await chooseOwners(site.db, admin, { key: 'backup', version: 0, input }, statusAt());
    const looking = {
      email: 'grace@example.edu',
      club: { email: 'club@example.edu', institution: 'Example', locale: 'en', currency: 'USD' },
    };
    expect((await viewPersonalData(site.db, admin, looking)).handover).toMatchObject([
      { title: 'Bank', owner: 'Ada', secondOwner: 'grace@example.edu' },
      { owner: 'Grace', secondOwner: 'ada@example.edu' },
    ]);
    await erasePersonalData(site.db, admin, { ...looking, mailing: club });
    const left = [
      await site.db.query.selectFrom('handover_items').selectAll().execute(),
      await site.db.query.selectFrom('date_owners').selectAll().execute(),
    ];
    expect(JSON.stringify(left)).not.toMatch(/grace/i);
    expect(JSON.stringify(left)).toContain('an erased person');
  });

  test.each([null, member, treasurer, { ...member, role: 'editor' }] as const)(
    'only admins see it: not %o',
    async (actor) => {
      await expect(listDates(site.db, actor, statusAt())).rejects.toThrow(NotAllowed);
      const choice = { key: 'backup', version: 0, input: { owner: '', secondOwner: '' } };
      await expect(chooseOwners(site.db, actor, choice, statusAt())).rejects.toThrow(NotAllowed);
    },
  );
});
