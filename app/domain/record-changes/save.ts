import { sql } from 'kysely';
import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { checkInput } from '../check-input.ts';
import { NotFound, Stale } from '../errors.ts';
import { newKey } from '../keys.ts';
import { nounOf } from '../topics.ts';
import { eraseRemovedFiles, linkFiles } from '../file-uses/link-files.ts';
import { noteUses } from '../file-uses/file-uses.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { addOnce, type Once } from '../records/add-once.ts';
import { holdTable, requireUnique } from '../records/unique.ts';
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
  /** What a new record has and nobody enters; of those with an order it stands behind all others. */
  beside?: Columns;
}

/** @throws NotAllowed; Rejected with a message per field, or where it was sent before with something else. */
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

/** In a transaction that has looked what to add. @throws as addRecord does */
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

interface RecordUpdate {
  key: string;
  version: number;
  input: unknown;
}

/**
 * Files that were taken out of its fields are erased; what a text names no more is hidden for a while. Gives back the version to save over next.
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
    // Between reading and writing, on Postgres.
    if (saved.rows.length === 0) {
      throw new Stale(toRecord(definition, (await findRow(tx, definition, key)) ?? before));
    }
    await noteUses(tx, topic, [{ key, ...columns }]);
    // A copy of the version before may have saved what stood there.
    await definition.follow?.(tx, [before, { key, ...columns }]);
    await eraseRemovedFiles(tx, filesHeldBy(definition, before), filesHeldBy(definition, columns));
    const isPublished = isUnpublished(definition, before) && !isUnpublished(definition, after);
    const verb = isPublished ? 'published' : 'updated';
    await noteActivity(tx, actor, verb, topic, key, recordTitle(definition, { ...after, key }));
    tx.changed(topicOfChange(definition, before, after), key);
    return { version: version + 1 };
  });
}

/** A record that exists once always exists: its first change finds an empty row. */
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
  // Before its files, in every write, so that of two copies none waits for the other for ever.
  if (definition.unique) await holdTable(tx, definition.table);
  const had = (column: string, field: Field) => filesIn(field, before[column]);
  const columns: Columns = await writeColumns(tx, definition, values, had);
  return { ...columns, ...(await definition.derive?.({ ...before, ...columns }, before)) };
}

/**
 * What was entered, as it is stored. `hadIn` gives the files that a column may go on naming, those on other hosts included.
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
    // A text only names its files.
    columns[column] = field.write(linked && field.kind !== 'markdown' ? linked : values[name]);
  }
  return fieldByField(columns);
}
