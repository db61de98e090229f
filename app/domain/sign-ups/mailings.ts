import { inChunks, type Reader, type Writer } from '../../db/db.server.ts';
import { lockRows } from '../../db/lock-rows.ts';
import type { MailingRow, SignUpState } from '../../db/tables.ts';
import { publicEvents } from '../events/visibility.ts';
import { isEmail } from '../email-address.ts';
import { DONE, type Handler } from '../jobs/run.ts';
import { signUpMailsKey } from './mail-about-responses.ts';
import { readMessage, type MailKind, type MailMessage } from '../mail/mail.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { readStored } from '../stored-json.ts';
import { newLinks } from './links.ts';
import { lastSince } from './read-sign-ups.ts';

export interface Mailing {
  /** A mailing with a known key is not begun again. */
  key: string;
  formId: string;
  /** The last part of the key of each person's mail: nobody gets two under one name. */
  name: string;
  kind: MailKind;
  /** If it has room for a secret, each person gets another link to their sign-up. */
  message: MailMessage;
  to: readonly SignUpState[];
  /** Epoch milliseconds; people who signed up later get no mail. */
  signedUpBy: number;
  /** The mails are pointless once this event has begun, or its start has moved. */
  before?: { eventKey: string; start: number };
}

/**
 * The `signedUpBy` for everyone who is signed up `now`: when many come within one millisecond, the last ones get a
 * later `since`.
 */
export async function findLatestSince(db: Reader, formId: string, now = Date.now()): Promise<number> {
  return Math.max(now, await lastSince(db, formId));
}

/** Few enough in one transaction that no other write waits long. */
export const RECIPIENTS_AT_ONCE = 250;

/**
 * Begins a mailing in the same transaction as the change that it announces. That transaction writes to the first
 * recipients, and the job to the rest.
 */
export async function beginMailing(tx: Writer, mailing: Mailing, now = Date.now()): Promise<void> {
  const row = await insertMailing(tx, toRow(mailing, now));
  if (row) await queueBatch(tx, row, now);
}

/** Writes to these people at once; a mailing to many under the same name then leaves them out. */
export async function writeFirst(tx: Writer, mailing: Mailing, people: Person[], now = Date.now()): Promise<void> {
  for (const part of inChunks(people, RECIPIENTS_AT_ONCE))
    await writeTo(tx, toRow(mailing, now), mailing.message, part);
}

/**
 * Like beginMailing, for sign-ups that are about to be removed: the mailing itself keeps the addresses that are left,
 * in parts that are each sent at once.
 */
export async function beginLastMailing(tx: Writer, mailing: Mailing, now = Date.now()): Promise<void> {
  await beginMailing(tx, mailing, now);
  const row = await tx.query
    .selectFrom('mailings')
    .selectAll()
    .where('key', '=', mailing.key)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  if (!row) return;
  const left = await selectPeople(tx, row).execute();
  for (const [at, part] of inChunks(left, RECIPIENTS_AT_ONCE).entries()) {
    const recipients = JSON.stringify(part.map(({ key, email }) => [key, email]));
    await insertMailing(tx, { ...row, key: `${row.key}-${at}`, recipients });
  }
  await finish(tx, row, now);
}

/** Records a mailing as done, so that it never begins. */
export async function skipMailing(
  tx: Writer,
  { key, formId }: Pick<Mailing, 'key' | 'formId'>,
  now: number,
): Promise<void> {
  const nothing = { name: '', kind: 'message', message: '', states: '', signed_up_by: null, recipients: null } as const;
  const row = { ...nothing, key, form_id: formId, event_key: null, expires_at: null, done_up_to: '' };
  await insertMailing(tx, { ...row, created_at: now, done_at: now });
}

/** By key, when these mailings were begun or skipped, in epoch milliseconds. */
export async function findBeginTimes(
  { query }: Reader,
  mailings: Pick<Mailing, 'key'>[],
): Promise<Map<string, number>> {
  if (mailings.length === 0) return new Map();
  const keys = mailings.map(({ key }) => key);
  const rows = await query.selectFrom('mailings').select(['key', 'created_at']).where('key', 'in', keys).execute();
  return new Map(rows.map(({ key, created_at: at }) => [key, at]));
}

const KINDS: MailKind[] = ['event reminder', 'event change', 'message', 'draw'];

/** Continues the mailings that have begun, a few recipients of each at a time. */
export function mailingJobs(): Handler {
  return {
    kind: 'mailing',
    find: async (db) => (await selectUnfinished(db).select('key').execute()).map(({ key }) => key),
    async begin(tx, { key }, now) {
      const row = await lockUnfinished(tx, key);
      if (!row) return DONE;
      return (await queueBatch(tx, row, now)) ? DONE : { kind: 'again', at: now };
    },
  };
}

/** During an update, a copy that still runs the previous version may work on it too. */
function lockUnfinished(tx: Writer, key: string): Promise<MailingRow | undefined> {
  const row = tx.query.selectFrom('mailings').selectAll().where('key', '=', key).where('done_at', 'is', null);
  return lockRows(tx, row).executeTakeFirst();
}

/** Removes recipients whose sign-ups are gone and who have not been written to yet. */
export async function dropRecipients({ query }: Writer, isDropped: (address: string) => boolean): Promise<void> {
  const rows = await query
    .selectFrom('mailings')
    .select(['key', 'recipients'])
    .where('done_at', 'is', null)
    .where('recipients', 'is not', null)
    .execute();
  for (const { key, recipients } of rows) {
    const left = readRecipients(recipients).filter(({ email }) => !isDropped(email));
    await query
      .updateTable('mailings')
      .set({ recipients: JSON.stringify(left.map((one) => [one.key, one.email])) })
      .where('key', '=', key)
      .execute();
  }
}

function toRow({ key, formId, name, kind, message, to, signedUpBy, before }: Mailing, now: number): MailingRow {
  return {
    key,
    name,
    kind,
    form_id: formId,
    states: to.join(' '),
    signed_up_by: signedUpBy,
    message: JSON.stringify(message),
    event_key: before?.eventKey ?? null,
    expires_at: before?.start ?? null,
    recipients: null,
    done_up_to: '',
    created_at: now,
    done_at: null,
  };
}

function insertMailing({ query }: Writer, row: MailingRow): Promise<MailingRow | undefined> {
  return query
    .insertInto('mailings')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

function selectUnfinished({ query }: Reader) {
  return query.selectFrom('mailings').where('done_at', 'is', null).orderBy('created_at').orderBy('key');
}

/** Returns false if there are still people to write to. */
async function queueBatch(tx: Writer, row: MailingRow, now: number): Promise<boolean> {
  const message = readMessage(row.message);
  const people = message && (await isStillUseful(tx, row, now)) ? await nextPeople(tx, row) : [];
  const last = people.at(-1);
  if (message) await writeTo(tx, row, message, people);
  if (row.recipients !== null || people.length < RECIPIENTS_AT_ONCE || !last) {
    await finish(tx, row, now);
    return true;
  }
  await tx.query.updateTable('mailings').set({ done_up_to: last.key }).where('key', '=', row.key).execute();
  return false;
}

/** Forgets the recipients and the message. */
async function finish({ query }: Writer, { key }: MailingRow, now: number): Promise<void> {
  await query
    .updateTable('mailings')
    .set({ done_at: now, message: '', recipients: null })
    .where('key', '=', key)
    .execute();
}

async function isStillUseful(
  db: Reader,
  { kind, form_id, event_key: key, expires_at: start }: MailingRow,
  now: number,
) {
  // After a mail that the event is cancelled, nobody must read that they have a place.
  if (kind === 'draw') {
    const events = await publicEvents(db).select('cancelled').where('form_id', '=', form_id).execute();
    return events.length === 0 || events.some(({ cancelled }) => cancelled !== 1);
  }
  if (key === null || start === null) return true;
  if (start <= now) return false;
  const event = await publicEvents(db)
    .select(['hidden_date', 'cancelled'])
    .where('key', '=', key)
    .where('time_start', '=', start)
    .executeTakeFirst();
  return event !== undefined && event.hidden_date !== 1 && event.cancelled !== 1;
}

interface Person {
  key: string;
  email: string;
}

async function nextPeople(tx: Writer, row: MailingRow): Promise<Person[]> {
  return row.recipients === null
    ? selectPeople(tx, row).limit(RECIPIENTS_AT_ONCE).execute()
    : readRecipients(row.recipients);
}

function selectPeople({ query }: Reader, row: MailingRow) {
  const people = query
    .selectFrom('entries')
    .select(['key', (is) => is.fn.coalesce('email', is.val('')).as('email')])
    .where('form_id', '=', row.form_id)
    .where('state', 'in', readStates(row.states))
    .where('email', 'is not', null)
    .where('key', '>', row.done_up_to)
    .orderBy('key');
  return row.signed_up_by === null ? people : people.where('since', '<=', row.signed_up_by);
}

function readStates(states: string): SignUpState[] {
  return (['going', 'waiting', 'entered', 'cancelled'] as const).filter((state) => states.split(' ').includes(state));
}

function readRecipients(stored: string | null): Person[] {
  const pairs = readStored<[string, string][]>(stored, []);
  return pairs.map(([key, email]) => ({ key, email }));
}

async function writeTo(tx: Writer, row: MailingRow, message: MailMessage, people: Person[]): Promise<void> {
  const keyOf = ({ key }: Person) => `${signUpMailsKey({ formId: row.form_id, key })}${row.name}`;
  const keys = people.map(keyOf);
  if (keys.length === 0) return;
  const queued = await tx.query.selectFrom('outbox').select('key').where('key', 'in', keys).execute();
  const known = new Set(queued.map(({ key }) => key));
  // An import may hold something that is not an address.
  const left = people.filter((person) => isEmail(person.email) && !known.has(keyOf(person)));
  const secrets = message.secretAt
    ? await newLinks(
        tx,
        row.form_id,
        left.map(({ key }) => key),
      )
    : [];
  const about = `${row.form_id} ${row.name}`;
  const mails = left.map((person, at) => {
    const secret = secrets[at];
    const mail = { ...message, key: keyOf(person), kind: readKind(row.kind), recipient: person.email, about };
    return { ...mail, expiresAt: row.expires_at, ...(secret !== undefined && { secret }) };
  });
  await queueMails(tx, mails);
}

function readKind(kind: string): MailKind {
  return KINDS.find((one) => one === kind) ?? 'message';
}
