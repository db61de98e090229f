import { club as mailingClub, queue } from '../../../test/outbox.ts';
import type { Actor } from '../actor.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin, member } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { noteActivity } from '../activity.ts';
import { newKey } from '../keys.ts';
import { signUpMailsKey } from '../sign-ups/mail-about-responses.ts';
import { newLink } from '../sign-ups/links.ts';
import { removeEvents } from '../event-changes/remove-events.ts';
import type { Change } from '../topics.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { findSession, startSession } from '../users/sessions.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { personalDataFile } from './personal-data-file.ts';
import { viewPersonalData } from './view-personal-data.ts';

const SAM = 'sam@example.edu';
const looking = {
  email: ' SAM@example.edu',
  club: { email: 'club@example.edu', institution: 'Example', locale: 'en', currency: 'USD' },
  mailing: mailingClub,
};
const FIELDS = JSON.stringify([
  { name: 'n', type: 'text', description: 'Name' },
  { name: 'e', type: 'text', description: 'Your e-mail' },
]);

describe.each(databases)('everything about one address, on %s', (_, open) => {
  const site = freshDatabase(open);
  let secret: string;
  beforeEach(async () => {
    secret = await plantSam();
  });

  /** Sam is a member, signed up, wrote to the club, waits for mail and is in the trash; Joan is somebody else. */
  async function plantSam(): Promise<string> {
    const form = { id: 'f', fields: FIELDS, extra: null, version: 0, updated_at: 0 };
    await insertEvents(
      site.db,
      eventRow('party', { title: 'Party', form_id: 'f' }),
      eventRow('gone', { title: 'Old talk', form_id: 'g', description: `Ask ${SAM}` }),
      eventRow('quiet', { title: 'Quiet talk', form_id: 'q' }),
      eventRow('poster', { title: 'Poster', description: `Write to ${SAM}!` }),
    );
    const entry = (form_id: string, key: string, answers: object) => ({
      form_id,
      key,
      answers: JSON.stringify(answers),
      created_at: 1_700_000_000_000,
    });
    const submission = (key: string, answers: object) => ({
      form: 'contact',
      key,
      answers: JSON.stringify(answers),
      created_at: 1_700_000_000_000,
    });
    const user = { admin: 0, extra: null, created_at: 1 };
    const opened = await site.db.write(async (tx) => {
      await tx.query
        .insertInto('forms')
        .values([form, { ...form, id: 'g' }])
        .execute();
      await tx.query
        .insertInto('entries')
        .values([
          entry('f', 'sam', { n: 'Sam', e: 'Sam@Example.edu ' }),
          entry('f', 'joan', { n: 'Joan', e: 'joansam@example.edu' }),
          entry('g', 'sam', { n: 'Sam', e: SAM }),
          entry('g', 'joan', { n: 'Joan', e: 'joan@example.edu' }),
          entry('q', 'sam', { x: 'Sam' }),
        ])
        .execute();
      await tx.query
        .insertInto('submissions')
        .values([
          submission('s', { name: 'Sam', email: SAM, message: 'Hi' }),
          submission('j', { email: 'j@b.example' }),
        ])
        .execute();
      await tx.query
        .insertInto('users')
        .values([
          { ...user, uid: 'u-sam', email: 'SAM@example.edu', verified_email: 'SAM@example.edu', name: 'Sam Smith' },
          { ...user, uid: 'u-imp', email: SAM, granted_to: SAM, name: 'Imp', extra: `{"was":"${SAM}"}` },
          { ...user, uid: 'u-joan', email: 'joan@example.edu', name: 'Joan' },
        ])
        .execute();
      await tx.query
        .insertInto('unknown_records')
        .values({ collection: 'notes', key: 'k', value: JSON.stringify({ who: [SAM], n: 1 }) })
        .execute();
      await noteActivity(
        tx,
        { uid: 'u-sam', name: 'Sam Smith', email: SAM, role: 'admin' },
        'added',
        'exec',
        'x',
        'Ada',
      );
      await noteActivity(tx, admin, 'added', 'event', 'y', `Talk by ${SAM}`);
      await noteActivity(tx, null, 'granted', 'user', 'u-sam', 'Sam Smith');
      return startSession(tx, 'u-sam');
    });
    await queue(site.db, 'sign-up-f-sam', { recipient: SAM, subject: 'Waiting' });
    await queue(site.db, 'contact-s', { recipient: 'club@example.edu', text: `From ${SAM}` });
    await queue(site.db, 'other', { recipient: 'joan@example.edu' });
    for (const email of [SAM, 'joan@example.edu']) {
      const invitation = { key: email, email, role: 'events', invited_by: 'u-joan', created_at: 1 };
      await site.db.write(({ query }) => query.insertInto('invitations').values(invitation).execute());
    }
    await removeEvents(site.db, admin, ['gone'], mailingClub);
    return opened;
  }

  /** Every text in the whole database. */
  async function everything(): Promise<string> {
    const tables = [
      ...([
        'users',
        'invitations',
        'sessions',
        'entries',
        'submissions',
        'outbox',
        'activity',
        'trash',
        'unknown_records',
        'used_tokens',
      ] as const),
    ];
    const rows = await Promise.all(tables.map((table) => site.db.query.selectFrom(table).selectAll().execute()));
    return JSON.stringify(rows);
  }

  test('is found wherever it is, and nobody else with it', async () => {
    const found = await viewPersonalData(site.db, admin, looking);
    expect(found).toMatchObject({
      address: SAM,
      accounts: [{ uid: 'u-sam', name: 'Sam Smith', role: null, sessions: 1 }],
      claims: [{ uid: 'u-imp', name: 'Imp' }],
      invitations: [{ email: SAM, role: 'events' }],
      responses: [
        {
          key: 'f/sam',
          event: { key: 'party', title: 'Party' },
          answers: [
            { label: 'Name', value: 'Sam' },
            { label: 'Your e-mail', value: 'Sam@Example.edu ' },
          ],
        },
      ],
      submissions: [{ title: 'Contact messages', key: 's' }],
      trash: [{ title: 'Old talk', isNamed: true, responses: [{ key: 'g/sam' }] }],
      imported: [{ collection: 'notes', key: 'k' }],
      pages: [{ topic: 'event', key: 'poster', title: 'Poster' }],
      silent: [{ key: 'quiet', title: 'Quiet talk' }],
      refusal: null,
    });
    expect(found.mails.map(({ key }) => key).toSorted()).toEqual(['contact-s', 'sign-up-f-sam']);
    expect(found.activity.map(({ title }) => title).toSorted()).toEqual(['Ada', 'Sam Smith', `Talk by ${SAM}`]);
  });

  test('is given to them as a file', async () => {
    const clock = { timeZone: 'America/Toronto', locale: 'en-US' };
    const { content, name } = await personalDataFile(site.db, admin, looking, clock);
    expect(name).toMatch(/^Personal data \d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse(content)).toMatchObject({
      address: SAM,
      accounts: [{ uid: 'u-sam' }],
      responses: [
        { event: 'Party', receivedAt: '2023-11-14T22:13:20.000Z', answers: [{ question: 'Name', answer: 'Sam' }, {}] },
      ],
      submissions: [{ form: 'Contact messages' }],
      removed: [{ title: 'Old talk', responses: [{}] }],
    });
    expect(content).not.toMatch(/joan/i);
    expect(content).not.toContain('Imp');
  });

  test('is gone once erased: no trace, no mail on its way, no session, and nothing else with it', async () => {
    const told: Change[] = [];
    site.db.onCommit((changes) => {
      told.push(...changes);
    });
    await erasePersonalData(site.db, admin, looking);
    const left = await everything();
    expect(left.toLowerCase().replaceAll('joansam@', '')).not.toContain(SAM);
    expect(left).not.toContain('Sam Smith');
    expect(left).toContain('an erased person');
    expect(await findSession(site.db, secret)).toBeUndefined();
    expect(told).toEqual(
      expect.arrayContaining([
        { topic: 'user', key: 'u-sam' },
        { topic: 'entry', key: 'f/sam' },
        { topic: 'submission', key: 'contact/s' },
      ]),
    );
    expect(await site.db.query.selectFrom('users').select(['uid', 'name']).orderBy('uid').execute()).toEqual([
      { uid: 'u-imp', name: 'Imp' },
      { uid: 'u-joan', name: 'Joan' },
    ]);
    const keys = async (table: 'entries' | 'submissions' | 'outbox') =>
      (await site.db.query.selectFrom(table).select('key').orderBy('key').execute()).map(({ key }) => key);
    expect([await keys('entries'), await keys('submissions'), await keys('outbox')]).toEqual([
      ['joan', 'sam'],
      ['j'],
      ['other'],
    ]);
    const log = await site.db.query.selectFrom('activity').select(['who', 'verb', 'title']).execute();
    expect(log).toContainEqual({ who: 'Ada', verb: 'erased', title: 'everything about one email address' });
    expect(log).toContainEqual({ who: 'an erased person', verb: 'added', title: 'Ada' });
    expect(await viewPersonalData(site.db, admin, looking)).toMatchObject({
      accounts: [],
      claims: [],
      invitations: [],
      responses: [],
      submissions: [],
      mails: [],
      activity: [],
      trash: [],
      imported: [],
      pages: [{ key: 'poster' }],
    });
  });

  test('a sign-up is found by the address that it was made with, its links and mail go with it, and its place to who waits', async () => {
    await site.db.write(async (tx) => {
      const row = { form_id: 'q', created_at: 1, state: 'going' as const, since: 1 };
      await tx.query
        .insertInto('entries')
        .values([
          { ...row, key: 'one', answers: '{}', email: SAM },
          { ...row, key: 'two', answers: '{}', email: 'joan@example.edu', state: 'waiting' as const, since: 2 },
        ])
        .execute();
      for (const key of ['one', 'two']) await newLink(tx, 'q', key);
    });
    const kept = { recipient: 'joan@example.edu', kind: 'sign-up' } as const;
    await queue(site.db, `${signUpMailsKey({ formId: 'q', key: 'one' })}${newKey()}`, kept);
    await queue(site.db, `${signUpMailsKey({ formId: 'q', key: 'two' })}${newKey()}`, kept);
    const told: Change[] = [];
    site.db.onCommit((changes) => {
      told.push(...changes);
    });
    await site.db.write((tx) =>
      tx.query.updateTable('events').set({ form_id: 'q' }).where('key', '=', 'quiet').execute(),
    );
    expect((await viewPersonalData(site.db, admin, looking)).responses.map(({ key }) => key)).toContain('q/one');
    const silent = async () => (await viewPersonalData(site.db, admin, looking)).silent.map(({ key }) => key);
    expect(await silent()).toEqual(['quiet']);
    const asking = { id: 'q', fields: null, asks_person: 1, places: 1, version: 1, updated_at: 1 };
    await site.db.write((tx) => tx.query.insertInto('forms').values(asking).execute());
    expect(await silent()).toEqual([]);
    await erasePersonalData(site.db, admin, looking);
    const keys = await site.db.query
      .selectFrom('entries')
      .select(['key', 'state'])
      .where('email', 'is not', null)
      .execute();
    expect(keys).toEqual([{ key: 'two', state: 'going' }]);
    const links = await site.db.query.selectFrom('sign_up_links').select('entry_key').execute();
    expect(new Set(links.map(({ entry_key }) => entry_key))).toEqual(new Set(['two']));
    const mails = await site.db.query.selectFrom('outbox').select('key').where('kind', '=', 'sign-up').execute();
    expect(new Set(mails.map(({ key }) => key.slice(0, -20)))).toEqual(
      new Set([signUpMailsKey({ formId: 'q', key: 'two' })]),
    );
    expect(told).toContainEqual({ topic: 'places', key: 'quiet' });
  });

  test('who only claims an address is neither shown as its owner nor kept from being found as who they are', async () => {
    const claimed = { uid: 'u-two', name: 'Two', email: 'joan@example.edu', verified_email: 'two@example.edu' };
    await site.db.write(async (tx) => {
      await tx.query
        .insertInto('users')
        .values({ ...claimed, extra: null, created_at: 1 })
        .execute();
      await startSession(tx, 'u-two');
    });
    const found = await viewPersonalData(site.db, admin, { ...looking, email: 'joan@example.edu' });
    expect([found.accounts, found.claims.map(({ uid }) => uid).toSorted()]).toEqual([[], ['u-joan', 'u-two']]);
    await erasePersonalData(site.db, admin, { ...looking, email: 'joan@example.edu' });
    expect(await site.db.query.selectFrom('users').selectAll().where('uid', '=', 'u-two').execute()).toMatchObject([
      { name: 'Two', email: null, verified_email: 'two@example.edu' },
    ]);
    expect(await site.db.query.selectFrom('sessions').select('uid').where('uid', '=', 'u-two').execute()).toHaveLength(
      1,
    );
    await erasePersonalData(site.db, admin, { ...looking, email: 'two@example.edu' });
    expect(await site.db.query.selectFrom('users').select('uid').where('uid', '=', 'u-two').execute()).toEqual([]);
  });

  test('accounts that only claim an address go with it where the admin knows that they are theirs', async () => {
    const imp: Actor = { uid: 'u-imp', name: 'Imp', email: '', role: 'admin' };
    await site.db.write((tx) => noteActivity(tx, imp, 'added', 'exec', 'x', 'Grace'));
    await erasePersonalData(site.db, admin, { ...looking, andClaims: true });
    expect(await site.db.query.selectFrom('users').select('uid').execute()).toEqual([{ uid: 'u-joan' }]);
    expect(await everything()).not.toContain('Imp');
    const own = { ...admin, uid: 'u-joan' };
    const claims = { ...looking, email: 'joan@example.edu', andClaims: true };
    await expect(erasePersonalData(site.db, own, claims)).rejects.toThrow('This is your own account');
  });

  test('what was removed is restored without them', async () => {
    await erasePersonalData(site.db, admin, looking);
    const [trashed] = await site.db.query.selectFrom('trash').select('key').execute();
    await restoreFromTrash(site.db, trashed?.key ?? '');
    const event = await site.db.query.selectFrom('events').selectAll().where('key', '=', 'gone').executeTakeFirst();
    expect(event).toMatchObject({ title: 'Old talk', description: 'Ask an erased person', form_id: 'g' });
    const entries = await site.db.query.selectFrom('entries').select('key').where('form_id', '=', 'g').execute();
    expect(entries).toEqual([{ key: 'joan' }]);
  });

  test('an admin erases neither themselves nor the club, and only admins look', async () => {
    const before = await everything();
    for (const email of [admin.email.toUpperCase(), 'club@example.edu']) {
      expect((await viewPersonalData(site.db, admin, { ...looking, email })).refusal).not.toBeNull();
      await expect(erasePersonalData(site.db, admin, { ...looking, email })).rejects.toMatchObject({
        name: 'Rejected',
      });
    }
    await expect(erasePersonalData(site.db, { ...admin, uid: 'u-sam' }, looking)).rejects.toThrow(
      'This is your own account',
    );
    await expect(erasePersonalData(site.db, admin, { ...looking, email: 'sam' })).rejects.toMatchObject({
      fields: { email: 'Please enter an email address, such as sam@example.edu' },
    });
    for (const actor of [null, member]) {
      await expect(viewPersonalData(site.db, actor, looking)).rejects.toMatchObject({ name: 'NotAllowed' });
      await expect(erasePersonalData(site.db, actor, looking)).rejects.toMatchObject({ name: 'NotAllowed' });
    }
    expect(await everything()).toBe(before);
  });

  test('nothing is found, nothing is noted', async () => {
    expect(await erasePersonalData(site.db, admin, { ...looking, email: 'nobody@example.edu' })).toEqual({ erased: 0 });
    expect(await everything()).not.toContain('everything about');
  });

  test('among thousands of responses each of theirs is found', async () => {
    const rows = Array.from({ length: 1201 }, (_unused, at) => ({
      form_id: 'f',
      key: `many-${at}`,
      answers: JSON.stringify({ e: at % 400 === 0 ? SAM : `sam${at}@example.edu` }),
      created_at: at,
    }));
    for (const part of [rows.slice(0, 700), rows.slice(700)]) {
      await site.db.write(({ query }) => query.insertInto('entries').values(part).execute());
    }
    const { responses } = await viewPersonalData(site.db, admin, looking);
    expect(responses.map(({ key }) => key)).toEqual(['f/sam', 'f/many-1200', 'f/many-800', 'f/many-400', 'f/many-0']);
  });
});
