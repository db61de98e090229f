import { sql } from 'kysely';
import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { checkInput } from '../check-input.ts';
import { NotFound, Stale } from '../errors.ts';
import { newKey } from '../keys.ts';
import { nounOf } from '../topics.ts';
import { eraseRemovedFiles, linkFiles, listRemovedFiles } from '../file-uses/link-files.ts';
import { noteUses } from '../file-uses/file-uses.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { addOnce, type Once } from '../records/add-once.ts';
import { lockTable, requireUnique } from '../records/unique.ts';
import { isOrdered, nextPlace } from './order.ts';
import {
  fieldByField,
  filesIn,
  filesHeldBy,
  isUnpublished,
  listEnteredFields,
  recordTitle,
  topicOfChange,
  toRecord,
  type ColumnsOf,
  type EnteredIn,
  type RecordDefinition,
  type Row,
} from '../records/define.ts';
import { columnOf, type Columns, type Field, type StoredFields } from '../records/fields.ts';

interface Addition extends Once {
  /** Columns of a new record that nobody enters. A record with an order is placed behind all others. */
  beside?: Columns;
}

/** @throws NotAllowed; Rejected with a message per field, or if it was sent before with other content. */
export async function addRecord(
  db: Database,
  actor: Actor | null,
  definition: RecordDefinition,
  input: unknown,
  addition: Addition = {},
): Promise<{ key: string }> {
  requireCapability(actor, definition.capability ?? 'change content');
  const values = await checkRecord(definition, input);
  return db.write((tx) => addChecked(tx, actor, definition, values, addition));
}

/** For a transaction that has first looked up what to add. @throws as addRecord does */
export async function addRecordIn(
  tx: Writer,
  actor: Actor | null,
  definition: RecordDefinition,
  input: unknown,
  addition: Addition = {},
): Promise<{ key: string }> {
  requireCapability(actor, definition.capability ?? 'change content');
  return addChecked(tx, actor, definition, await checkRecord(definition, input), addition);
}

async function addChecked(
  tx: Writer,
  actor: Actor,
  definition: RecordDefinition,
  values: Record<string, unknown>,
  { once, beside = {} }: Addition,
): Promise<{ key: string }> {
  const { topic, table } = definition;
  const addition = { once, target: topic, noun: nounOf(topic), content: values, makes: newKey() };
  const key = await addOnce(tx, addition, async () => {
    const columns = await columnsFor(tx, definition, values, beside);
    const placed = isOrdered(definition) && { place: await nextPlace(tx, definition) };
    const begun = { ...beside, ...placed, ...(await definition.begin?.(tx, columns)) };
    const row: Row = {
      key: addition.makes,
      ...begun,
      ...columns,
      extra: null,
      version: 0,
      updated_at: Date.now(),
    };
    await requireUnique(tx, definition, [row]);
    await insert(tx.query, table, row);
    await noteUses(tx, topic, [row]);
    await definition.follow?.(tx, [row]);
    await noteActivity(tx, actor, 'added', topic, row.key, recordTitle(definition, row));
    tx.changed(topicOfChange(definition, row), row.key);
  });
  return { key };
}

export interface RecordUpdate {
  key: string;
  version: number;
  input: unknown;
}

/**
 * Erases files that were taken out of the record's fields; files that a text no longer names are hidden for a while.
 * Returns the version to save over next.
 * @throws NotAllowed, Rejected, NotFound, Stale with the current record when someone else saved it meanwhile.
 */
export async function updateRecord(
  db: Database,
  actor: Actor | null,
  definition: RecordDefinition,
  { key, version, input }: RecordUpdate,
): Promise<{ version: number }> {
  requireCapability(actor, definition.capability ?? 'change content');
  const { topic, table } = definition;
  const values = await checkRecord(definition, input);
  return db.write(async (tx) => {
    if (definition.key !== undefined) await begin(tx, definition, key);
    const before = await findRow(tx, definition, key);
    if (!before) {
      const gone = `This ${nounOf(topic)} has since been removed. Copy what you still need, then close the dialog.`;
      throw new NotFound(gone);
    }
    if (before.version !== version) throw new Stale(toRecord(definition, before));
    const columns = await columnsFor(tx, definition, values, before);
    await requireUnique(tx, definition, [{ ...columns, key }]);
    const after = { ...columns, version: version + 1, updated_at: Date.now() };
    const assignments = Object.entries(after).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    const saved = await sql`
      update ${sql.table(table)} set ${sql.join(assignments)}
      where key = ${key} and version = ${version} returning key`.execute(tx.query);
    // On Postgres, somebody may have saved it between reading and writing.
    if (saved.rows.length === 0) {
      throw new Stale(toRecord(definition, (await findRow(tx, definition, key)) ?? before));
    }
    const removed = await listRemovedFiles(tx, filesHeldBy(definition, before), filesHeldBy(definition, columns));
    await noteUses(tx, topic, [{ key, ...columns }]);
    // `before` too, because a copy of the site that runs an older version may have saved it without this.
    await definition.follow?.(tx, [before, { key, ...columns }]);
    await eraseRemovedFiles(tx, removed);
    const isPublished = isUnpublished(definition, before) && !isUnpublished(definition, after);
    const verb = isPublished ? 'published' : 'updated';
    await noteActivity(tx, actor, verb, topic, key, recordTitle(definition, { ...after, key }));
    tx.changed(topicOfChange(definition, before, after), key);
    return { version: version + 1 };
  });
}

/** A record that exists only once always exists: its first change starts from an empty row. */
async function begin({ query }: Writer, { table, fields }: RecordDefinition, key: string): Promise<void> {
  const columns = listEnteredFields(fields).map(([name, field]) => [columnOf(name, field), field.write([])] as const);
  const row: Columns = { key, ...Object.fromEntries(columns), version: 0, updated_at: Date.now() };
  await insert(query, table, row, sql`on conflict do nothing`);
}

async function insert(query: Writer['query'], table: string, row: Columns, or = sql``): Promise<void> {
  const names = Object.keys(row).map((name) => sql.ref(name));
  const values = Object.values(row);
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)}) ${or}`.execute(query);
}

async function checkRecord(definition: RecordDefinition, input: unknown): Promise<Record<string, unknown>> {
  const values = checkInput(definition.schema, input);
  await definition.check?.(values);
  return values;
}

async function findRow({ query }: Reader, { table }: RecordDefinition, key: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where key = ${key}`.execute(query);
  return rows[0];
}

async function columnsFor(
  tx: Writer,
  definition: RecordDefinition,
  values: Record<string, unknown>,
  before: Columns,
): Promise<Columns> {
  // Every write holds the table before the files, so that two copies never wait for each other for ever.
  if (definition.unique) await lockTable(tx, definition.table);
  const had = (column: string, field: Field) => filesIn(field, before[column]);
  const columns: Columns = await writeColumns(tx, definition, values, had);
  return { ...columns, ...(await definition.derive?.({ ...before, ...columns }, before)) };
}

/**
 * The entered values as they are stored. `hadIn` returns the files that a column may keep, including those on other
 * hosts.
 * @throws Rejected for a file that was not uploaded.
 */
export async function writeColumns<Fs extends StoredFields>(
  db: Reader,
  { fields }: { fields: Fs },
  values: Record<string, unknown>,
  hadIn: (column: string, field: Field) => StoredFile[],
): Promise<ColumnsOf<EnteredIn<Fs>>> {
  const columns: Columns = {};
  for (const [name, field] of listEnteredFields(fields)) {
    const column = columnOf(name, field);
    const files = field.files?.(values[name]);
    const options = { field: name, had: files ? hadIn(column, field) : [], imagesOnly: !field.takesAnyFile };
    const linked = files && (await linkFiles(db, files, options));
    // A text only names its files, so it is stored as it was typed.
    columns[column] = field.write(linked && field.kind !== 'markdown' ? linked : values[name]);
  }
  return fieldByField(columns);
}
