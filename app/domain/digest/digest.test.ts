import { describe, expect, test } from 'vitest';
import { admin, treasurer } from '../../../test/actors.ts';
import { ana, plantTalk } from '../../../test/cast.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { makeDue, runDue } from '../../../test/jobs.ts';
import { claimMail, club, takeAll } from '../../../test/outbox.ts';
import { scheduleAt } from '../../../test/schedule-at.ts';
import { dump, load } from '../../../test/transfers.ts';
import { clubDay } from '../../time/club-day.ts';
import { DAY_MS, HOUR_MS } from '../../time/durations.ts';
import { exportRecords } from '../../transfer/export.ts';
import { NotAllowed, NotFound, Rejected } from '../errors.ts';
import { beginNext, queueFound } from '../jobs/run.ts';
import { readMessage, withSecret } from '../mail/mail.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import { viewPersonalData } from '../personal-data/view-personal-data.ts';
import { tokenHash } from '../tokens.ts';
import { forgetStopLinks, stopMails, viewStopLink } from './stop-links.ts';
import { writeDigest } from './mails.ts';
import { noteText, versionOf } from './note.ts';
import { leaveOut, removeSubscriber, saveNote, sendTestDigest, subscribersFile, viewDigest } from './officers.ts';
import { nextIssue, issueDue, type Schedule } from './schedule.ts';
import { digests } from './send-digest.ts';
import {
  confirmSubscription,
  forgetRequests,
  requestSubscription,
  subscriptionRequests,
  viewRequest,
} from './subscribe.ts';

const { timeZone } = club.clock;
const NOW = Date.now();
/** A minute ago at the club. */
const DUE: Schedule = scheduleAt(NOW - 60_000);
const looking = {
  email: 'ana@example.org',
  club: { email: 'club@example.org', institution: 'Example', locale: 'en', currency: 'USD' },
};

describe('when it goes', () => {
  const schedule: Schedule = { weekday: 'sunday', at: '18:00', timeZone: 'America/Toronto' };
  const at = (time: string) => Date.parse(time);

  test.each([
    ['2026-11-22T17:59:00-05:00', undefined],
    ['2026-11-22T18:00:00-05:00', '2026-11-22'],
    ['2026-11-23T17:59:00-05:00', '2026-11-22'],
    ['2026-11-23T18:00:00-05:00', undefined],
  ])('at %s %s is due', (time, day) => {
    expect(issueDue(schedule, at(time))?.day).toBe(day);
  });

  test('it goes at the same time of day when the clocks change', () => {
    expect(nextIssue(schedule, at('2026-10-25T18:00:00-04:00'))).toEqual({
      day: '2026-11-01',
      at: at('2026-11-01T18:00:00-05:00'),
    });
  });

  test('a time that the clocks skip is as much later', () => {
    expect(nextIssue({ ...schedule, at: '02:30' }, at('2026-03-07T12:00:00-05:00'))?.at).toBe(
      at('2026-03-08T03:30:00-04:00'),
    );
  });
});

test.each([
  ['Come **all**, please', 'Come all, please'],
  ['See [the room](https://map.example.edu/332)', 'See the room (https://map.example.edu/332)'],
  ['See [the talk](/events/talk#more)', 'See the talk (https://club.example.edu/events/talk#more)'],
  ['Write to [us](mailto:us@example.edu)', 'Write to us (us@example.edu)'],
  ['# This week\n\n## Talks ##\n\n- one\n- two', 'This week\n\nTalks\n\n- one\n- two'],
  ['![The hall](https://pics.example.edu/hall.jpg)', 'The hall (https://pics.example.edu/hall.jpg)'],
  ['C# and #hashtag, 2 ** 8', 'C# and #hashtag, 2 ** 8'],
])('the note %j is plain text in a plain mail', (note, shown) => {
  expect(noteText(note, 'https://club.example.edu')).toBe(shown);
});

test('no mail program cuts it: of long titles and places, fewer are shown and the others counted', () => {
  const event = { ...{ key: 'a', title: '"'.repeat(200), when: 'Fri Nov 20, 7 PM', where: '"'.repeat(300) } };
  const events = Array.from({ length: 40 }, () => ({ ...event, state: '', url: 'https://a.example', isNew: false }));
  const { text, html } = writeDigest(club, { note: 'Hi', noteHtml: `<p>${'é'.repeat(9000)}</p>`, events, more: 2 });
  expect(Buffer.byteLength(html)).toBeGreaterThan(95_000);
  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  const shown = html.split('<h2').length - 1;
  expect(html).toContain(`>And ${42 - shown} more</a>`);
  expect(text).toContain(`And ${42 - shown} more:`);
});

describe.each(databases)('the mail of the week on %s', (_, open) => {
  const site = freshDatabase(open);
  const jobs = () =>
    digests(
      () => DUE,
      () => club,
    );
  const send = () => runDue(site.db, jobs());
  const mails = (kind = 'digest') =>
    site.db.query.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('recipient').execute();
  const messages = async () =>
    (await mails()).flatMap(({ message, secret }) => {
      const read = readMessage(message);
      return read ? [withSecret(read, secret)] : [];
    });
  const ask = async (email: string) => {
    await requestSubscription(site.db, email);
    await runDue(
      site.db,
      subscriptionRequests(() => club),
    );
  };
  const subscribe = async (...names: string[]) => {
    for (const name of names) await ask(`${name}@example.org`);
    for (const { secret } of await mails('subscription')) await confirmSubscription(site.db, secret ?? '', timeZone);
    await takeAll(site.db);
  };
  const addresses = async () =>
    (await site.db.query.selectFrom('subscribers').select('email').orderBy('email').execute()).map(
      ({ email }) => email,
    );
  const another = (key: string, title: string, given: object = {}) =>
    insertEvents(site.db, eventRow(key, { title, time_start: Date.now() + 3 * DAY_MS, ...given }));

  test('who asks gets a mail, and is on the list once they confirm it, however often', async () => {
    await ask(' Ana@Example.org ');
    expect(await addresses()).toEqual([]);
    const [mail] = await mails('subscription');
    const token = mail?.secret ?? '';
    expect(readMessage(mail?.message ?? '')?.subject).toBe('Confirm: events by mail');
    expect(await viewRequest(site.db, token)).toEqual({ email: 'ana@example.org', isConfirmed: false });
    for (let times = 0; times < 2; times++) await confirmSubscription(site.db, token, timeZone);
    expect(await addresses()).toEqual(['ana@example.org']);
    expect(await viewRequest(site.db, token)).toMatchObject({ isConfirmed: true });
    await ask('ANA@example.org');
    expect(await mails('subscription')).toHaveLength(1);
  });

  test('the link ends after three days, and who has not confirmed is forgotten', async () => {
    await ask('ana@example.org');
    const token = (await mails('subscription'))[0]?.secret ?? '';
    const later = Date.now() + 3 * DAY_MS + 1;
    await expect(confirmSubscription(site.db, token, timeZone, later)).rejects.toThrow(NotFound);
    await forgetRequests(site.db, later);
    expect(await site.db.query.selectFrom('subscription_requests').selectAll().execute()).toEqual([]);
  });

  test('one address gets three such mails a day', async () => {
    for (let times = 0; times < 5; times++) await ask('ana@example.org');
    expect(await mails('subscription')).toHaveLength(3);
  });

  test('it goes once to everybody, with what is coming and a link of their own that ends it', async () => {
    await plantTalk(site.db);
    await another('far', 'Far away', { time_start: Date.now() + 20 * DAY_MS });
    await another('some', 'Some day', { hidden_date: 1, custom_date: 'One evening in spring' });
    await another('draft', 'Secret', { publish_at: Number.MAX_SAFE_INTEGER });
    await subscribe('ana', 'ben');
    await send();
    await send();
    const [one, other] = await messages();
    expect(await mails()).toHaveLength(2);
    expect(one?.subject).toBe(`${club.name}: what is coming`);
    expect(one?.text).toContain('Talk\n');
    expect(one?.text).toContain('\nRoom 332\n1 of 1 places left\nhttps://club.example.edu/events/talk\n');
    expect(one?.text).toContain('Some day\nOne evening in spring\n');
    expect(one?.text).not.toMatch(/Far away|Secret|New/);
    expect(one?.html).toContain(`href="${one?.stopUrl}">Stop these mails</a>`);
    expect(one?.text).toContain(`Stop these mails:\n${one?.stopUrl}`);
    expect(one?.stopUrl).toMatch(/^https:\/\/club\.example\.edu\/unsubscribe\/[\w-]{32}$/);
    expect(other?.stopUrl).not.toBe(one?.stopUrl);
  });

  test('whatever dies on the way, everybody is written to once', async () => {
    await plantTalk(site.db);
    await load(site.db, {
      subscriber: Object.fromEntries(
        Array.from({ length: 600 }, (_one, at) => [`s${at}`, { email: `p${at}@example.org`, since: '2026-01-01' }]),
      ),
    });
    await queueFound(site.db, jobs());
    const dying = jobs();
    await beginNext(site.db, {
      ...dying,
      async begin(tx, job, now) {
        await dying.begin(tx, job, now);
        throw new Error('killed');
      },
    });
    expect(await mails()).toEqual([]);
    await makeDue(site.db);
    await beginNext(site.db, jobs());
    expect(await mails()).toHaveLength(250);
    await makeDue(site.db);
    await Promise.all([send(), send()]);
    const written = (await mails()).map(({ recipient }) => recipient);
    expect(written).toHaveLength(600);
    expect(new Set(written).size).toBe(600);
  });

  test('another weekday in the configuration gives nobody two within a week', async () => {
    await plantTalk(site.db, { event: { time_start: NOW + 12 * DAY_MS } });
    await subscribe('ana');
    await send();
    expect(await mails()).toHaveLength(1);
    const sendOn = (time: number) =>
      runDue(
        site.db,
        digests(
          () => scheduleAt(time),
          () => club,
        ),
        time,
      );
    for (const days of [1, 3, 6]) await sendOn(NOW + days * DAY_MS);
    expect(await mails()).toHaveLength(1);
    const { day } = await viewDigest(site.db, admin, { club, schedule: scheduleAt(NOW + 3 * DAY_MS) }, NOW);
    expect(day).toBe(clubDay(timeZone, NOW + 10 * DAY_MS));
    await sendOn(NOW + 10 * DAY_MS);
    expect(await mails()).toHaveLength(2);
  });

  test('who subscribes on its day gets it until it goes, and from then on the next one', async () => {
    await plantTalk(site.db, { event: { time_start: NOW + 12 * DAY_MS } });
    await subscribe('ana');
    await send();
    await subscribe('ben');
    await send();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ana@example.org']);
  });

  test('what was being sent when the site died is not sent again', async () => {
    await plantTalk(site.db);
    await subscribe('ana');
    await send();
    expect(await claimMail(site.db)).toMatchObject({ kind: 'digest' });
    await makeDue(site.db);
    expect(await claimMail(site.db)).toBeUndefined();
    const [job] = await site.db.query.selectFrom('jobs').selectAll().where('kind', '=', 'mail').execute();
    expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining('may have arrived') });
  });

  test('without an event and a note nothing goes, and a note alone does', async () => {
    await subscribe('ana');
    await send();
    expect(await mails()).toEqual([]);
    await site.db.write(({ query }) => query.deleteFrom('digests').execute());
    await site.db.write(({ query }) =>
      query
        .insertInto('digests')
        .values({
          ...{ day: issueDue(DUE, NOW)?.day ?? '', note: 'Hello **all**', note_html: '<p>Hello <b>all</b></p>' },
          ...{ is_left_out: 0, began_at: null, done_at: null, done_up_to: '', message: '', announced: '' },
        })
        .execute(),
    );
    await send();
    const [mail] = await messages();
    expect(mail?.text).toMatch(/^Hello all\n/);
    expect(mail?.html).toContain('<p>Hello <b>all</b></p>');
  });

  test('what became public since the last one is marked', async () => {
    await plantTalk(site.db, { event: { time_start: Date.now() + 8 * DAY_MS } });
    await another('far', 'Far away', { time_start: Date.now() + 20 * DAY_MS });
    await subscribe('ana');
    await send();
    await another('new', 'Fresh', { time_start: Date.now() + 9 * DAY_MS });
    await site.db.write(({ query }) =>
      query
        .updateTable('events')
        .set({ time_start: Date.now() + 10 * DAY_MS })
        .where('key', '=', 'far')
        .execute(),
    );
    const { content } = await viewDigest(site.db, admin, { club, schedule: scheduleAt(Date.now() + HOUR_MS) });
    expect(content.events.map(({ title, isNew }) => [title, isNew])).toEqual([
      ['Talk', false],
      ['Fresh', true],
      ['Far away', false],
    ]);
  });

  test('the preview shows the events that the mail shows, also where long titles leave room for fewer', async () => {
    const start = Date.now() + 2 * DAY_MS;
    const long = { title: `Talk ${'"'.repeat(195)}`, location: '"'.repeat(300), time_start: start };
    await insertEvents(site.db, ...Array.from({ length: 42 }, (_event, at) => eventRow(`talk-${at}`, long)));
    const soon = scheduleAt(Date.now() + HOUR_MS);
    await sendTestDigest(site.db, admin, { club, schedule: soon });
    const [mail] = await messages();
    const { content } = await viewDigest(site.db, admin, { club, schedule: soon });
    expect(content.events.length).toBeLessThan(40);
    expect(content.events).toHaveLength((mail?.html.split('<h2').length ?? 0) - 1);
    expect(content.more).toBe(42 - content.events.length);
    expect(mail?.text).toContain(`And ${content.more} more:`);
  });

  test.each([
    [{ event: { cancelled: 1 } }, 'CANCELLED'],
    [{ form: { audience: 'members' } }, 'For members · 1 of 1 places left'],
    [{ form: { draw: 1, closes: NOW + DAY_MS } }, 'Draw'],
    [{ people: [ana], form: { waitlist: 1 } }, 'Waitlist'],
    [{ people: [ana], form: { waitlist: 0 } }, 'Full'],
    [{ form: { places: null } }, ''],
  ])('of %j it says %s', async (given, state) => {
    await plantTalk(site.db, given);
    const { content } = await viewDigest(site.db, admin, { club, schedule: scheduleAt(Date.now() + HOUR_MS) });
    expect(content.events.map((one) => one.state)).toEqual([state]);
  });

  test('a stop link ends them for good, says so as often as it is asked, and works for 400 days', async () => {
    await plantTalk(site.db);
    await subscribe('ana', 'ben');
    await send();
    const [ana] = await mails();
    const token = ana?.secret ?? '';
    for (let times = 0; times < 2; times++) await stopMails(site.db, token);
    expect(await addresses()).toEqual(['ben@example.org']);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ben@example.org']);
    expect(await viewStopLink(site.db, token)).toBe('ends the mails');
    await forgetStopLinks(site.db, Date.now() + 401 * DAY_MS);
    await expect(stopMails(site.db, token)).rejects.toThrow(NotFound);
    await expect(stopMails(site.db, 'unknown')).rejects.toThrow(NotFound);
  });

  test('a stop link of any mail ends the mails to its address, also once it was subscribed again', async () => {
    await plantTalk(site.db);
    await subscribe('ana', 'ben');
    await send();
    const token = (await mails())[0]?.secret ?? '';
    await stopMails(site.db, token);
    await subscribe('ana');
    expect(await addresses()).toEqual(['ana@example.org', 'ben@example.org']);
    for (let times = 0; times < 2; times++) await stopMails(site.db, token);
    expect(await addresses()).toEqual(['ben@example.org']);
    // Whoever has a copy of the database learns from it whose link that was no sooner than from its mail.
    const [stored] = await site.db.query.selectFrom('stop_links').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/@|example/i);
  });

  test('a stop link from before ends the mails to its subscriber', async () => {
    await subscribe('ana', 'ben');
    const [ana] = await site.db.query.selectFrom('subscribers').select('key').orderBy('email').execute();
    const link = { token_hash: tokenHash('before'), subscriber_key: ana?.key ?? '', created_at: Date.now() };
    await site.db.write(({ query }) => query.insertInto('stop_links').values(link).execute());
    await stopMails(site.db, 'before');
    expect(await addresses()).toEqual(['ben@example.org']);
  });

  test('a note is in one mail: the next has none', async () => {
    await plantTalk(site.db, { event: { time_start: NOW + 12 * DAY_MS } });
    await subscribe('ana');
    const soon = scheduleAt(NOW + HOUR_MS);
    await saveNote(site.db, admin, soon, { note: 'Hi', html: '<p>Hi</p>', version: versionOf('') });
    const later = NOW + 2 * HOUR_MS;
    await runDue(
      site.db,
      digests(
        () => soon,
        () => club,
      ),
      later,
    );
    expect((await messages()).map(({ text }) => text.slice(0, 3))).toEqual(['Hi\n']);
    const { content } = await viewDigest(site.db, admin, { club, schedule: soon }, later);
    expect(content).toMatchObject({ note: '', noteHtml: '', events: [{ title: 'Talk' }] });
  });

  test('of two officers who write a note over the same one the second is told', async () => {
    const soon = scheduleAt(Date.now() + HOUR_MS);
    const write = (note: string, version: number) => saveNote(site.db, admin, soon, { note, html: note, version });
    const { version } = await write('First', versionOf(''));
    await expect(write('Second', versionOf(''))).rejects.toMatchObject({ current: { note: 'First', version } });
    await write('First', versionOf(''));
    await write('Both', version);
    const notes = await site.db.query.selectFrom('digests').select('note').execute();
    expect(notes).toEqual([{ note: 'Both' }]);
  });

  test('officers write a note, leave one out and try it; addresses are the Admins’ alone', async () => {
    await plantTalk(site.db);
    await subscribe('ana');
    const soon = scheduleAt(Date.now() + HOUR_MS);
    const events = { ...admin, role: 'events' as const };
    await saveNote(site.db, events, soon, { note: 'Hi', html: '<p>Hi</p>', version: versionOf('') });
    await leaveOut(site.db, events, soon, true);
    const view = await viewDigest(site.db, events, { club, schedule: soon });
    expect(view).toMatchObject({ count: 1, isLeftOut: true, subscribers: null, content: { note: 'Hi' } });
    await runDue(
      site.db,
      digests(
        () => soon,
        () => club,
      ),
      Date.now() + 2 * HOUR_MS,
    );
    expect(await mails()).toEqual([]);
    await sendTestDigest(site.db, events, { club, schedule: soon });
    expect((await messages())[0]?.stopUrl).toBe('https://club.example.edu/unsubscribe/trial');
    await stopMails(site.db, 'trial');
    expect(await addresses()).toEqual(['ana@example.org']);
    await expect(viewDigest(site.db, treasurer, { club, schedule: soon })).rejects.toThrow(NotAllowed);
    await expect(subscribersFile(site.db, events, timeZone)).rejects.toThrow(NotAllowed);
    expect((await subscribersFile(site.db, admin, timeZone)).content).toContain('ana@example.org');
    const [row] = (await viewDigest(site.db, admin, { club, schedule: soon })).subscribers ?? [];
    await expect(removeSubscriber(site.db, events, row?.key ?? '')).rejects.toThrow(NotAllowed);
    await removeSubscriber(site.db, admin, row?.key ?? '');
    expect(await addresses()).toEqual([]);
    await expect(sendTestDigest(site.db, { ...events, email: '' }, { club, schedule: soon })).rejects.toThrow(Rejected);
  });

  test('whoever asks is found and erased, with what they have not confirmed', async () => {
    await subscribe('ana');
    await ask('ben@example.org');
    const found = await viewPersonalData(site.db, admin, looking);
    expect(found.subscriptions).toEqual([
      { email: 'ana@example.org', since: clubDay(timeZone) },
      { email: 'ana@example.org', since: '' },
    ]);
    await erasePersonalData(site.db, admin, { ...looking, mailing: club });
    expect(await addresses()).toEqual([]);
    await erasePersonalData(site.db, admin, { ...looking, email: 'ben@example.org', mailing: club });
    expect(await site.db.query.selectFrom('subscription_requests').selectAll().execute()).toEqual([]);
  });

  test('subscribers are exported and imported again, and in no archive', async () => {
    await load(site.db, { subscriber: { a: { email: 'Ana@example.org', since: '2026-01-02', shirt: 'M' } } });
    const exported = JSON.parse(await dump(site.db));
    expect(exported.subscriber).toEqual({ a: { email: 'Ana@example.org', since: '2026-01-02', shirt: 'M' } });
    expect((await load(site.db, exported)).summary['subscriber']).toMatchObject({ unchanged: 1 });
    const { refused } = await load(site.db, {
      subscriber: { b: { email: 'ana@EXAMPLE.org' }, c: { email: 'no address' } },
    });
    expect(refused).toHaveLength(2);
    const text = async (options: object) => (await Array.fromAsync(exportRecords(site.db, options))).join('');
    expect(await text({ withPersons: true, withMembers: false })).not.toMatch(/ana@example/i);
  });
});
