import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reader, Writer } from '../app/db/db.server.ts';
import type { Tables } from '../app/db/tables.ts';
import { listActivity } from '../app/domain/activity.ts';
import { listDscCards } from '../app/domain/dsc.ts';
import { viewEventTable } from '../app/domain/events/admin-table.ts';
import {
  findPublicEvent,
  listEventAddresses,
  findNextEvent,
  listFutureEvents,
  listPastEvents,
  pageEventsSince,
  listUnplacedEvents,
  listUnsettledEvents,
} from '../app/domain/events/read-events.ts';
import { listPastYears } from '../app/domain/events/past-events.ts';
import { listToPublish } from '../app/domain/event-changes/publish.ts';
import { searchEvents } from '../app/domain/events/search-events.ts';
import { listExecs } from '../app/domain/execs.ts';
import { listFood } from '../app/domain/food.ts';
import { listDueKinds } from '../app/domain/jobs/run.ts';
import { findNextInTurn } from '../app/domain/jobs/turns.ts';
import { countMail } from '../app/domain/mail/outbox.ts';
import { listUnsent } from '../app/domain/mail/unsent-mail.ts';
import { countAnswers, listResponses, pageResponses } from '../app/domain/responses/list-responses.ts';
import { viewNewestResponses } from '../app/domain/responses/newest-responses.ts';
import { selectOld } from '../app/domain/retention/erase-unconfirmed.ts';
import { listDue } from '../app/domain/sign-ups/reminders.ts';
import { findPage } from '../app/domain/pages/read-pages.ts';
import { listTrash } from '../app/domain/trash.ts';
import { findSession } from '../app/domain/users/sessions.ts';
import club from '../club.config.ts';
import { admin } from './actors.ts';
import { databases, type TestDatabase } from './databases.ts';
import { eventRow } from './event-rows.ts';
import { analyze, faultOf, plansOf } from './query-plans.ts';

const NOW = Date.UTC(2026, 10, 20);
const HOUR = 3_600_000;
const clock = { timeZone: 'America/Toronto', locale: 'en-CA' };
const NEWEST = { club, clock };

/** Lists that may be long, and how many queries each may make. */
const LONG: [string, number, (db: Reader) => Promise<unknown>][] = [
  ['future events', 1, (db) => listFutureEvents(db, NOW)],
  ['past events', 1, (db) => listPastEvents(db, NOW, { limit: 60 })],
  [
    'past events, further on',
    1,
    (db) => listPastEvents(db, NOW, { after: { start: NOW - HOUR, key: 'event-3' }, limit: 60 }),
  ],
  ['the years of past events', 3, (db) => listPastYears(db, NOW, clock.timeZone)],
  // Twice: where nothing has the words as they were typed, similar ones are looked for.
  ['a search of events', 11, (db) => searchEvents(db, NOW, clock.timeZone, { words: ['nothing'], limit: 60 })],
  ['the next event', 1, (db) => findNextEvent(db, NOW)],
  ['the next event of the other kind', 1, (db) => findNextEvent(db, NOW, true)],
  ['one event', 1, (db) => findPublicEvent(db, 'event-7')],
  ['events to publish', 1, (db) => listToPublish(db, NOW)],
  ['a feed’s events', 1, (db) => pageEventsSince(db, NOW).next()],
  ['a sitemap’s events', 2, (db) => listEventAddresses(db, 1000)],
  // The last three: payments for forms that were taken off.
  ['the table of events', 7, (db) => viewEventTable(db, admin, clock, { search: '', limit: 50, midnight: NOW })],
  ['events that need attention', 2, (db) => listUnsettledEvents(db, admin, NOW, 5)],
  ['events of the week without a place', 1, (db) => listUnplacedEvents(db, NOW, NOW + HOUR)],
  ['a form’s responses', 1, (db) => listResponses(db, admin, { kind: 'event', id: 'form-1' })],
  ['the answers to a form, counted', 1, (db) => countAnswers(db, 'form-1', ['name', 'note'])],
  ['submissions', 1, (db) => pageResponses(db, admin, { kind: 'club', id: 'signup' })],
  ['the activity log', 1, (db) => listActivity(db, admin, 20)],
  ['reminders that are due', 3, (db) => listDue(db, NOW)],
  ['sign-ups that were never confirmed', 1, (db) => selectOld(db, NOW).execute()],
  ['unsent mail', 2, (db) => listUnsent(db, admin, 20)],
  ['an address that nobody knows', 2, (db) => findPage(db, 'wp-login')],
  ['mail by state', 2, (db) => countMail(db)],
];

/** Lists of a few dozen, shown whole: one query each is all that is asked of them. */
const SHORT: [string, (db: Reader) => Promise<unknown>][] = [
  ['current executives', (db) => listExecs(db, true)],
  ['former executives', (db) => listExecs(db, false)],
  ['the menu', (db) => listFood(db)],
  ['cards', (db) => listDscCards(db)],
  ['the trash', (db) => listTrash(db)],
];

describe.each(databases)('the queries of lists on %s', (_, open) => {
  let site: TestDatabase;

  /** Stores `count` rows of a table. */
  async function plant<Table extends keyof Tables>(
    count: number,
    row: (number: number) => Insertable<Tables[Table]>,
    insert: (query: Writer['query'], rows: Insertable<Tables[Table]>[]) => { execute: () => Promise<unknown> },
  ) {
    for (let from = 0; from < count; from += 100) {
      const rows = Array.from({ length: 100 }, (_row, number) => row(from + number));
      await site.db.write(({ query }) => insert(query, rows).execute());
    }
  }

  beforeAll(async () => {
    site = await open();
    await plant<'events'>(
      4000,
      (number) =>
        eventRow(`event-${number}`, {
          title: `Event ${number}`,
          description: 'What will happen. '.repeat(20),
          form_id: `form-${number}`,
          time_start: number % 200 === 199 ? null : NOW + (60 - number) * HOUR,
          dsc_event: number % 50 === 0 ? 1 : 0,
          tentative: number % 10 === 0 ? 1 : 0,
        }),
      (query, rows) => query.insertInto('events').values(rows),
    );
    await plant<'entries'>(
      4000,
      (number) => ({
        form_id: `form-${number % 40}`,
        key: `entry-${number}`,
        answers: '{}',
        created_at: NOW - number,
      }),
      (query, rows) => query.insertInto('entries').values(rows),
    );
    await plant<'former_forms'>(
      4000,
      (number) => ({ form_id: `former-${number}`, event_key: `event-${number}` }),
      (query, rows) => query.insertInto('former_forms').values(rows),
    );
    await plant<'nameless_payments'>(
      2000,
      (number) => ({
        ...{ reference: `R${number}`, form_id: `former-${number}`, owes: 1, paid_on: '2026-11-20', paid_how: 'cash' },
        ...{ paid_amount: 1, refunded_on: null, kept_on: null, has_place: 1 },
      }),
      (query, rows) => query.insertInto('nameless_payments').values(rows),
    );
    await plant<'submissions'>(
      2000,
      (number) => ({
        form: number % 2 ? 'signup' : 'contact',
        key: `submission-${number}`,
        answers: '{}',
        created_at: NOW - number,
      }),
      (query, rows) => query.insertInto('submissions').values(rows),
    );
    await plant<'activity'>(
      2000,
      (number) => ({
        key: `activity-${number}`,
        at: NOW - number,
        uid: null,
        who: 'Ada',
        verb: 'updated',
        topic: 'event',
        record_key: 'event-1',
        title: 'Event',
      }),
      (query, rows) => query.insertInto('activity').values(rows),
    );
    await plant<'outbox'>(
      3000,
      (number) => ({
        key: `mail-${number}`,
        kind: 'chat invite',
        recipient: 'sam@example.edu',
        message: '{}',
        state: '',
        attempts: 0,
        next_at: 0,
        created_at: NOW - number,
        sent_at: number < 2 ? null : NOW,
      }),
      (query, rows) => query.insertInto('outbox').values(rows),
    );
    await plant<'jobs'>(
      1000,
      (number) => ({
        kind: number < 2 ? 'mail' : 'reminder',
        key: `mail-${number}`,
        state: number === 1 ? 'failed' : 'waiting',
        run_at: NOW + number,
        attempts: number % 2,
        queued_at: NOW - number,
        error: null,
        lane: `d${number}.example x`,
      }),
      (query, rows) => query.insertInto('jobs').values(rows),
    );
    await plant<'mailings'>(
      1000,
      (number) => ({
        key: `mailing-${number}`,
        form_id: 'form-1',
        kind: 'message',
        name: '',
        message: '',
        states: '',
        done_up_to: '',
        created_at: NOW - number,
        done_at: NOW,
      }),
      (query, rows) => query.insertInto('mailings').values(rows),
    );
    await plant<'pages'>(
      1000,
      (number) => ({
        key: `page-${number}`,
        title: 'Page',
        slug: `page-${number}`,
        text: '',
        place: 'nowhere',
        preview_token: null,
        publish_at: null,
        extra: null,
        version: 1,
        updated_at: NOW,
      }),
      (query, rows) => query.insertInto('pages').values(rows),
    );
    await plant<'page_addresses'>(
      2000,
      (number) => ({ slug: `page-was-${number}`, page_key: `page-${number}` }),
      (query, rows) => query.insertInto('page_addresses').values(rows),
    );
    await plant<'trash'>(
      1000,
      (number) => ({
        key: `trash-${number}`,
        topic: 'event',
        record_key: `gone-${number}`,
        title: 'Gone',
        content: '{}',
        removed_by: 'Ada',
        removed_at: NOW - number,
      }),
      (query, rows) => query.insertInto('trash').values(rows),
    );
    await plant<'sessions'>(
      1000,
      (number) => ({
        id_hash: `hash-${number}`,
        uid: `person-${number}`,
        created_at: NOW,
        seen_at: NOW,
      }),
      (query, rows) => query.insertInto('sessions').values(rows),
    );
    await plant<'users'>(
      1000,
      (number) => ({
        uid: `person-${number}`,
        admin: 0,
        email: `person-${number}@example.edu`,
        name: 'Max',
        verified_email: null,
        granted_to: null,
        legacy: null,
        extra: null,
        created_at: NOW,
      }),
      (query, rows) => query.insertInto('users').values(rows),
    );
    // As many as events: of a thousand, Postgres reads all on some days and ten by their index on others.
    await plant<'forms'>(
      4000,
      (number) => ({
        id: `form-${number}`,
        fields: '[]',
        extra: null,
        responses_days: null,
        ...(number % 20 === 0 && { asks_person: 1, remind_hours: 24 }),
        version: 0,
        updated_at: NOW,
      }),
      (query, rows) => query.insertInto('forms').values(rows),
    );
    await analyze(site.db);
  });
  afterAll(() => site.close());

  test.each(LONG)('%s: %i indexed', async (_name, most, list) => {
    const plans = await plansOf(site.db, list);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.length).toBeLessThanOrEqual(most);
    expect(plans.flatMap((plan) => faultOf(plan) ?? [])).toEqual([]);
  });

  test.each(SHORT)('%s: one query', async (_name, list) => {
    expect(await plansOf(site.db, list)).toHaveLength(1);
  });

  test('who asks, what is due to be sent, and the newest responses: each step indexed', async () => {
    const asDatabase = (reader: Reader) => ({ ...site.db, query: reader.query });
    const plans = [
      ...(await plansOf(site.db, (db) => findSession(asDatabase(db), 'a secret'))),
      ...(await plansOf(site.db, (db) => listDueKinds(db, ['mail', 'mailing', 'announcement'], { now: NOW - 1 }))),
      ...(await plansOf(site.db, (db) =>
        findNextInTurn(
          db,
          { kind: 'mail', now: NOW - 1, take: (due) => due.executeTakeFirst() },
          { atOnce: 3, running: [{ lane: 'd5.example x', attempts: 1 }], after: 'd7.example x' },
        ),
      )),
      ...(await plansOf(site.db, (db) => viewNewestResponses(db, admin, { ...NEWEST, limit: 10 }))),
    ];
    expect(plans.flatMap((plan) => faultOf(plan) ?? [])).toEqual([]);
  });
});
