import type { Reader } from '../../db/db.server.ts';
import type { ActivityRow, EntryRow, TrashRow, UserRow, Tables } from '../../db/tables.ts';
import { listJobs, sendingStateOf } from '../jobs/queue.ts';
import { mailKeys, type ResponseRef } from '../sign-ups/mail-about-responses.ts';
import { readTrashContent, type TrashContent } from '../trash.ts';
import { eventsOfForms, type NamedEvent } from '../responses/forms-of-events.ts';
import type { SoughtAddress } from './address.ts';
import { mentions } from './mentions.ts';
import { asksForEmail } from '../forms/event-form-definition.ts';
import { readFields } from '../forms/event-form.ts';
import { RECORDS } from '../all-records.ts';
import type { MemberRow } from '../members/member.ts';
import { recordTitle } from '../records/define.ts';
import type { Topic } from '../topics.ts';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';

type Money = Pick<
  EntryRow,
  'owes' | 'reference' | 'paid_on' | 'paid_how' | 'paid_note' | 'paid_amount' | 'refunded_on' | 'kept_on'
>;

/** A response that an older version removed has no payment columns. */
export interface FoundResponse extends ResponseRef, Partial<Money> {
  answers: string;
  created_at: number;
}

export function foundEntry({ form_id: form, ...row }: EntryRow): FoundResponse {
  return { kind: 'event', form, ...row };
}

export interface TrashedMention {
  row: TrashRow;
  /** undefined if it cannot be read: then nobody could restore it, and all of it may be erased. */
  content: TrashContent | undefined;
  entries: EntryRow[];
  members: MemberRow[];
  isNamed: boolean;
}

export type Collected = Awaited<ReturnType<typeof collect>>;

export async function collect(db: Reader, sought: SoughtAddress, { andClaims = false }: { andClaims?: boolean } = {}) {
  const named = await filtered(eachRow(db, 'users', ['uid']), (row) => mentions(row, sought));
  const users = named.filter(({ verified_email: email }) => andClaims || (email !== null && sought.isIn(email)));
  const inEntries = await filtered(
    eachRow(db, 'entries', ['form_id', 'key']),
    (row) => isEntryOf(row, sought) || isInNote(row, sought),
  );
  const entries = inEntries.filter((row) => isEntryOf(row, sought));
  const submissions = await filtered(eachRow(db, 'submissions', ['form', 'key']), ({ answers }) =>
    mentions(answers, sought),
  );
  const responses = [...entries.map(foundEntry), ...submissions.map((row) => ({ kind: 'club' as const, ...row }))];
  const inMembers = await filtered(eachRow(db, 'members', ['key']), (row) => mentions(row, sought));
  const members = inMembers.filter((row) => matchesMember(row, sought));
  const names = namesOf(users);
  const trash = await collectTrash(db, sought, names);
  const uids = new Set<string | null>(users.map(({ uid }) => uid));
  const trashed = trash.flatMap((one) => one.entries.map(foundEntry));
  const answerKeys = new Set([...responses, ...trashed].flatMap(mailKeys));
  const jobs = new Map((await listJobs(db, 'mail')).map((job) => [job.key, job]));
  return {
    /** Accounts whose address the identity provider has verified; with `andClaims`, also those that only claim it. */
    users,
    /** Other accounts that name it: anybody may claim an address, so they may be somebody else's. */
    claims: named.filter((row) => !users.includes(row)),
    invitations: await filtered(eachRow(db, 'invitations', ['key']), (row) => mentions(row, sought)),
    sessions: await filtered(eachRow(db, 'sessions', ['id_hash']), ({ uid }) => uids.has(uid)),
    responses: responses.toSorted(newestFirst),
    /** The person's own records; `memberNotes` has the records of others that name the address. */
    members,
    memberNotes: inMembers.filter((row) => !members.includes(row)),
    /** Responses of others on whose payment somebody noted the address. */
    paymentNotes: inEntries.filter((row) => !isEntryOf(row, sought)),
    ...(await collectSubscriptions(db, sought)),
    mails: (
      await filtered(
        eachRow(db, 'outbox', ['key']),
        (row) => answerKeys.has(row.key) || mentions([row, jobs.get(row.key)?.error], sought),
      )
    )
      .map((row) => ({ ...row, state: sendingStateOf(jobs.get(row.key)) }))
      .toSorted(newestFirst),
    activity: (
      await filtered(
        eachRow(db, 'activity', ['key']),
        (row) => uids.has(row.uid) || isAbout(row, uids) || mentions(row, sought),
      )
    ).toSorted((one, other) => other.at - one.at),
    trash,
    unknown: await filtered(eachRow(db, 'unknown_records', ['collection', 'key']), (row) => mentions(row, sought)),
    handover: await filtered(
      eachRow(db, 'handover_items', ['key']),
      ({ title, owner, second_owner: second }) =>
        names.has(owner) || names.has(second) || mentions([title, owner, second], sought),
    ),
    dateOwners: await filtered(
      eachRow(db, 'date_owners', ['thing']),
      ({ owner, second_owner: second }) => names.has(owner) || names.has(second) || mentions([owner, second], sought),
    ),
  };
}

async function collectSubscriptions(db: Reader, sought: SoughtAddress) {
  return {
    subscribers: await filtered(
      eachRow(db, 'subscribers', ['key']),
      ({ email }) => email !== null && sought.isIn(email),
    ),
    subscriptionRequests: await filtered(eachRow(db, 'subscription_requests', ['token_hash']), ({ email }) =>
      sought.isIn(email),
    ),
  };
}

export function isAbout({ topic, record_key: key }: ActivityRow, uids: Set<string | null>): boolean {
  return topic === 'user' && uids.has(key);
}

function matchesMember({ email }: Pick<MemberRow, 'email'>, sought: SoughtAddress): boolean {
  return email !== null && sought.isIn(email);
}

/** Matches the answers, or the address of the sign-up, which may be another one after an import. */
function isEntryOf({ answers, email }: Pick<EntryRow, 'answers' | 'email'>, sought: SoughtAddress): boolean {
  return mentions(answers, sought) || (typeof email === 'string' && sought.isIn(email));
}

function isInNote({ paid_note: note }: Partial<Pick<EntryRow, 'paid_note'>>, sought: SoughtAddress): boolean {
  return typeof note === 'string' && sought.isIn(note);
}

export function namesOf(users: UserRow[]): Set<string | null> {
  return new Set(users.flatMap(({ name, email }) => [name, email].filter(Boolean)));
}

async function collectTrash(db: Reader, sought: SoughtAddress, names: Set<string | null>): Promise<TrashedMention[]> {
  const found: TrashedMention[] = [];
  for await (const row of eachRow(db, 'trash', ['key'])) {
    const content = readTrashContent(row);
    const { entries: all = [], members: allMembers = [], ...rest } = content ?? {};
    const entries = all.filter((entry) => isEntryOf(entry, sought));
    const members = allMembers.filter((row) => matchesMember(row, sought));
    const isNamed =
      names.has(row.removed_by) ||
      all.some((entry) => isInNote(entry, sought) && !entries.includes(entry)) ||
      mentions([row.title, row.removed_by, content ? [rest, allMembers] : row.content], sought);
    if (entries.length > 0 || members.length > 0 || isNamed) found.push({ row, content, entries, members, isNamed });
  }
  return found.toSorted((one, other) => other.row.removed_at - one.row.removed_at);
}

async function filtered<Row>(rows: AsyncIterable<Row>, isWanted: (row: Row) => boolean): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) if (isWanted(row)) found.push(row);
  return found;
}

function newestFirst(one: { created_at: number }, other: { created_at: number }): number {
  return other.created_at - one.created_at;
}

interface Survey {
  /** Records that stay; people edit them on their screen of the admin area. */
  pages: { topic: Topic; screen: string; key: string; title: string }[];
  silent: NamedEvent[];
  events: Map<string, NamedEvent>;
}

export async function survey(db: Reader, sought: SoughtAddress): Promise<Survey> {
  const pages: Survey['pages'] = [];
  const events = await eventsOfForms(db);
  for await (const row of eachRow(db, 'events', ['key'])) {
    if (mentions(row, sought)) pages.push({ topic: 'event', screen: 'events', key: row.key, title: row.title ?? '' });
  }
  for (const definition of Object.values(RECORDS)) {
    if (definition.isOfPersons) continue;
    const { topic, table: screen } = definition;
    for await (const row of eachRow(db, screen, ['key'])) {
      if (mentions(row, sought)) pages.push({ topic, screen, key: row.key, title: recordTitle(definition, row) });
    }
  }
  const asking = new Set<string>();
  for await (const row of eachRow(db, 'forms', ['id'])) {
    if (row.asks_person || readFields(row.fields).some(asksForEmail)) asking.add(row.id);
    const event = events.get(row.id);
    if (event && mentions(row, sought)) pages.push({ topic: 'event', screen: 'events', ...event });
  }
  return { pages, silent: await silentEvents(db, events, asking), events };
}

async function silentEvents(
  { query }: Reader,
  events: Map<string, NamedEvent>,
  asking: Set<string>,
): Promise<NamedEvent[]> {
  const answered = await query.selectFrom('entries').select('form_id').distinct().execute();
  const silent = answered
    .filter(({ form_id: id }) => !asking.has(id))
    .map(({ form_id: id }) => events.get(id) ?? { key: '', title: '' });
  return [...new Map(silent.map((event) => [event.key, event])).values()];
}

const AT_ONCE = 500;

async function* eachRow<Table extends keyof Tables>(
  db: Reader,
  table: Table,
  keys: (keyof Tables[Table] & string)[],
): AsyncGenerator<Tables[Table]> {
  const order = sql.join(keys.map((key) => sql.ref(key)));
  let after: Tables[Table] | undefined;
  for (;;) {
    const last = after;
    const behind = last ? sql`where (${order}) > (${sql.join(keys.map((key) => last[key]))})` : sql``;
    const page = sql<Tables[Table]>`select * from ${sql.table(table)} ${behind} order by ${order} limit ${AT_ONCE}`;
    const { rows } = await page.execute(db.query);
    yield* rows;
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1);
    // SQLite answers without waiting: without a pause, nobody else would be answered until the last page.
    await setImmediate();
  }
}
