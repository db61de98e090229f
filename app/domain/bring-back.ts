import { sql } from 'kysely';
import { type Database, inChunks, type Writer } from '../db/db.server.ts';
import type { TrashRow } from '../db/tables.ts';
import { noteActivity } from './activity.ts';
import { NotFound, Rejected } from './errors.ts';
import { bringBackEvent, tellOfReturnedForms } from './event-changes/bring-back-event.ts';
import { tellOfForm } from './events/visibility.ts';
import type { MailingClub } from './mail/mail.ts';
import { putEntries } from './sign-ups/carry-out.ts';
import { withOwnReferences } from './sign-ups/commands/import.ts';
import { RECORDS } from './all-records.ts';
import { topicOfChange } from './records/define.ts';
import type { Columns } from './records/fields.ts';
import { makeUnique } from './records/unique.ts';
import { TRASH_DAYS } from './trash-days.ts';
import { isTopic, type Topic } from './topics.ts';
import { readTrashContent, TRASHED_TABLES, WITH_RECORD, type TrashContent, type TrashedTable } from './trash.ts';
import { noteUses } from './file-uses/file-uses.ts';
import { requireCapability, type Actor } from './actor.ts';

const AT_ONCE = 200;

const GONE = `This record is no longer in the trash: it has been brought back, or its ${TRASH_DAYS} days are over.`;

interface Restored {
  topic: Topic;
  title: string;
  /** Says what is no longer as it was before. */
  note?: string;
}

/**
 * People who were told that an event is cancelled, as it was removed, are told that it takes place after all; without
 * `club` nobody is.
 * @throws NotAllowed; NotFound when it is no longer in the trash; Rejected when its key is taken again or it cannot be
 * read.
 */
export async function bringBack(db: Database, actor: Actor | null, key: string, club?: MailingClub): Promise<Restored> {
  requireCapability(actor, 'manage the club');
  return restore(db, actor, { key, missing: GONE, club });
}

/** The same, for the operator. */
export function restoreFromTrash(db: Database, key: string, club?: MailingClub): Promise<Restored> {
  return restore(db, null, { key, missing: `There is nothing in the trash with the key ${key}`, club });
}

interface RemovedRecord extends Omit<Restored, 'note'> {
  recordKey: string;
}

interface RestoreRequest {
  key: string;
  missing: string;
  club: MailingClub | undefined;
}

function restore(db: Database, actor: Actor | null, { key, missing, club }: RestoreRequest): Promise<Restored> {
  return db.write(async (tx) => {
    const row = await tx.query.deleteFrom('trash').where('key', '=', key).returningAll().executeTakeFirst();
    if (!row) throw new NotFound(missing);
    const removed = readTrashContent(row);
    if (!removed) throw new Rejected(`‘${row.title}’ cannot be restored: its stored data cannot be read`);
    await refuseReplaced(tx, row, removed);
    const { content, note } = await withoutTaken(tx, removed);
    const { events = [], entries = [], ...others } = content;
    for (const table of TRASHED_TABLES)
      if (table !== 'events' && table !== 'entries') await putBack(tx, table, others[table] ?? []);
    await putEntries(tx, await withOwnReferences(tx, entries));
    const topic = topicOf(row);
    const notes = [note];
    if (events.length > 0) for (const event of events) notes.push(await bringBackEvent(tx, actor, event, club));
    else await noteRecord(tx, actor, { topic, recordKey: row.record_key, title: row.title }, content);
    const forms = (content.forms ?? []).map(({ id }) => id);
    for (const id of forms) await tellOfForm(tx, id);
    if (club) notes.push(...(await tellOfReturnedForms(tx, club, forms)));
    const whole = notes.filter(Boolean).join(' ');
    return { topic, title: row.title, ...(whole && { note: whole }) };
  });
}

async function noteRecord(
  tx: Writer,
  actor: Actor | null,
  { topic, recordKey, title }: RemovedRecord,
  content: TrashContent,
): Promise<void> {
  for (const table of WITH_RECORD) {
    const records = (content[table] ?? []).map((record) => ({ ...record }));
    if (records.length > 0) await noteUses(tx, topic, records);
  }
  for (const definition of Object.values(RECORDS)) {
    const rows = rowsOf(content, definition.table);
    await definition.follow?.(tx, rows);
    for (const row of rows) tx.changed(topicOfChange(definition, row), recordKey);
  }
  await noteActivity(tx, actor, 'restored', topic, recordKey, title);
}

async function refuseReplaced(tx: Writer, row: TrashRow, content: TrashContent): Promise<void> {
  for (const table of WITH_RECORD) {
    const keys = (content[table] ?? []).map(({ key }) => key);
    if (keys.length === 0) continue;
    const there = await tx.query.selectFrom(table).select('key').where('key', 'in', keys).executeTakeFirst();
    if (there) throw new Rejected(`‘${row.title}’ cannot be restored: another record now has its key ${there.key}`);
  }
}

function rowsOf(content: TrashContent, table: keyof TrashContent): Columns[] {
  return (content[table] ?? []).map((row): Columns => ({ ...row }));
}

/**
 * Another record may have taken its address in the meantime; it then gets a new one if that is possible.
 * @throws Rejected
 */
async function withoutTaken(tx: Writer, content: TrashContent): Promise<{ content: TrashContent; note: string }> {
  let settled = content;
  const notes: string[] = [];
  for (const definition of Object.values(RECORDS)) {
    const rows = rowsOf(content, definition.table);
    if (rows.length === 0) continue;
    const made = await makeUnique(tx, definition, rows);
    settled = { ...settled, [definition.table]: made.rows };
    notes.push(...made.notes);
  }
  return { content: settled, note: notes.join(' ') };
}

/** The version goes up, so that an edit begun before the removal is stale. */
async function putBack(tx: Writer, table: Exclude<TrashedTable, 'events' | 'entries'>, rows: object[]): Promise<void> {
  for (const part of inChunks(rows.map(savedOnceMore), AT_ONCE)) {
    const columns = Object.keys(part[0] ?? {});
    const values = part.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)} on conflict do nothing`.execute(tx.query);
  }
}

function savedOnceMore(row: object): Record<string, unknown> {
  return 'version' in row && typeof row.version === 'number' ? { ...row, version: row.version + 1 } : { ...row };
}

function topicOf({ topic }: TrashRow): Topic {
  if (!isTopic(topic)) throw new TypeError(`The trash holds a record of an unknown kind: ${topic}`);
  return topic;
}
