import type { ZodType } from 'zod';
import type { Writer } from '../../db/db.server.ts';
import { filesNamedIn, type StoredFile } from '../files/stored-file.ts';
import type { Capability } from '../roles.ts';
import { readStored } from '../stored-json.ts';
import type { Topic } from '../topics.ts';
import { z } from '../zod.ts';
import {
  columnOf,
  type Columns,
  type Exported,
  type Field,
  type Stored,
  type StoredField,
  type StoredFields,
} from './fields.ts';

/** A table whose records are not all entered in one way; `RecordDefinition` has more. */
export interface TableDefinition<Fs extends StoredFields = StoredFields> {
  topic: Topic;
  table: string;
  fields: Fs;
}

interface Described<Fs extends StoredFields, Derived extends string, Table extends string> {
  topic: Topic;
  table: Table;
  /** The capability to change these records; by default, that to change content. */
  capability?: Capability;
  /** The records are about people: no page shows them, and people who ask to be erased are erased from them. */
  isOfPersons?: true;
  /** Only for a record that exists once: the key of its row. */
  key?: string;
  fields: Fs;
  title(record: RecordOf<Fs>): string;
  /** Checks what the fields alone cannot. @throws Rejected */
  check?(values: CheckedValues<Fs>): Promise<void>;
  /** `before` is the row that is saved over. */
  derive?(columns: ColumnsOf<Fs>, before?: Columns): Promise<Record<Derived, string | null>>;
  /** Columns of a new record that nobody enters. */
  begin?(tx: Writer, columns: Columns): Promise<Columns>;
  /** Writes what is stored beside the record's rows, once they are saved. */
  follow?(tx: Writer, rows: Columns[]): Promise<void>;
  unique?: UniqueColumn & { field: string & keyof Fs };
}

export interface UniqueColumn {
  column: string;
  /** The field that shows `taken` as its message if another record has the value. */
  field: string;
  taken: string;
  /** How a record from the trash gets another value if its own is taken; left out if it has to have its own. */
  instead?: Instead;
}

interface Instead {
  value(before: string, at: number): string;
  /** True for a value that no record may have. */
  isReserved(value: string): boolean;
  note(value: string): string;
}

type CheckedValues<Fs extends StoredFields> = {
  [Name in keyof EnteredIn<Fs>]: z.output<EnteredIn<Fs>[Name]['input']>;
};

/** Saving, removing, the trash, imports, exports and backups read this. */
export interface RecordDefinition<
  Fs extends StoredFields = StoredFields,
  Derived extends string = string,
  Table extends string = string,
> extends Described<Fs, Derived, Table> {
  schema: ZodType<Record<string, unknown>>;
}

export function defineRecord<Fs extends StoredFields, Table extends string, Derived extends string = never>(
  described: Described<Fs, Derived, Table>,
): RecordDefinition<Fs, Derived, Table> {
  const inputs = listEnteredFields(described.fields).map(([name, { input }]) => [name, input] as const);
  return { ...described, schema: z.strictObject(Object.fromEntries(inputs)) };
}

type Flat<Type> = { [Name in keyof Type]: Type[Name] };

type ColumnName<Name, One> = One extends { column?: infer Column extends string }
  ? string extends Column
    ? Name
    : Column
  : Name;

export type ColumnsOf<Fs extends StoredFields> = {
  [Name in keyof Fs & string as ColumnName<Name, Fs[Name]> & string]: Parameters<Fs[Name]['read']>[0];
};

export type RecordOf<Fs extends StoredFields> = Flat<
  { key: string } & { [Name in keyof Fs]: ReturnType<Fs[Name]['read']> } & { version: number }
>;

export type RecordIn<Definition> = Definition extends RecordDefinition<infer Fs, string> ? RecordOf<Fs> : never;

/** `extra` holds the fields of an import that this product does not know. */
export type RowOf<Fs extends StoredFields, Derived extends string = never> = Flat<
  { key: string } & ColumnsOf<Fs> & { [Name in Derived]: string | null } & {
      extra: string | null;
      version: number;
      updated_at: number;
    }
>;

export type RowIn<Definition> =
  Definition extends RecordDefinition<infer Fs, infer Derived> ? RowOf<Fs, Derived> : never;

/** The fields that are entered under their own names. */
export type EnteredIn<Fs extends StoredFields> = {
  [Name in keyof Fs as Fs[Name] extends Field ? Name : never]: Fs[Name] extends Field ? Fs[Name] : never;
};

/**
 * Gives an object that was built field by field the type of its definition. TypeScript follows no names through a loop:
 * this is the only place that takes them on trust.
 */
export function fieldByField<Made extends object>(values: Record<string, unknown>): Made;
export function fieldByField(values: Record<string, unknown>): object {
  return values;
}

const NAMING_FILES: ReadonlySet<StoredField['kind']> = new Set(['file', 'files', 'markdown']);

export function fileColumns({ fields }: Pick<TableDefinition, 'fields'>): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    NAMING_FILES.has(field.kind) ? [columnOf(name, field)] : [],
  );
}

/** True for a draft, timed or not. */
export function isUnpublished({ fields }: Pick<TableDefinition, 'fields'>, row: Columns): boolean {
  const field = Object.entries(fields).find(([, { kind }]) => kind === 'publishing');
  return field !== undefined && (row[columnOf(...field)] ?? null) !== null;
}

/**
 * Only people who see drafts are notified of a draft's change; everybody is notified when a record becomes a draft or
 * stops being one.
 */
export function topicOfChange(definition: Pick<TableDefinition, 'fields' | 'topic'>, ...rows: Columns[]): Topic {
  return rows.every((row) => isUnpublished(definition, row)) ? 'draft' : definition.topic;
}

export function emptyColumns<Fs extends StoredFields>({
  fields,
}: {
  fields: Fs;
}): { [Column in keyof ColumnsOf<Fs>]: null } {
  return fieldByField(Object.fromEntries(Object.entries(fields).map(([name, field]) => [columnOf(name, field), null])));
}

export function listEnteredFields(fields: StoredFields): [name: string, field: Field][] {
  return Object.entries(fields).flatMap(([name, field]) => (isEntered(field) ? [[name, field]] : []));
}

function isEntered(field: StoredField): field is Field {
  return 'input' in field;
}

export type Row = Columns & { key: string; version: number };

type ReadRow<Fs extends StoredFields> = ColumnsOf<Fs> & Columns & { key: string; version: number };

export function toRecord<Fs extends StoredFields>(definition: { fields: Fs }, row: ReadRow<Fs>): RecordOf<Fs> {
  return readerOf(definition).read(row);
}

/**
 * For many rows: whatever is the same for each is worked out once. A list of 10,000 events is read in 20 ms instead of
 * 80.
 */
export function readerOf<Fs extends StoredFields>({
  fields,
}: {
  fields: Fs;
}): { read(row: ReadRow<Fs>): RecordOf<Fs> } {
  const named = Object.entries(fields).map(([name, field]) => ({ name, column: columnOf(name, field), field }));
  // A template with all names, because an object that grows by 25 names takes longer.
  const names = ['key', ...named.map(({ name }) => name), 'version'];
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return {
    read(row: Row) {
      const record = { ...empty };
      record.key = row.key;
      for (const { name, column, field } of named) record[name] = field.read(row[column] ?? null);
      record.version = row.version;
      return fieldByField(record);
    },
  };
}

export function recordTitle(definition: RecordDefinition, row: Row): string {
  return definition.title(toRecord(definition, row));
}

/** The files in the record's file fields: taking one out removes it. Texts only name files, so those are left out. */
export function filesHeldBy({ fields }: Pick<TableDefinition, 'fields'>, row: Columns): StoredFile[] {
  const held = Object.entries(fields).filter(([, { kind }]) => kind !== 'markdown');
  return filesOf({ fields: Object.fromEntries(held) }, row);
}

export function filesOf({ fields }: Pick<TableDefinition, 'fields'>, row: Columns): StoredFile[] {
  return Object.entries(fields).flatMap(([name, field]) => filesIn(field, row[columnOf(name, field)]));
}

export function filesIn({ kind }: Pick<StoredField, 'kind'>, stored: Stored | null | undefined): StoredFile[] {
  if (typeof stored !== 'string' || !NAMING_FILES.has(kind)) return [];
  if (kind === 'markdown') return filesNamedIn(stored);
  const one = readStored<StoredFile | null>(stored, null);
  return one ? [one] : readStored<StoredFile[]>(stored, []);
}

/** Includes every text and address that may name a file; for records about people, only their file fields. */
export function columnsNamingFiles({ fields, isOfPersons }: TableDefinition & { isOfPersons?: true }): string[] {
  if (isOfPersons) return fileColumns({ fields });
  const isNaming = ({ kind }: StoredField) => NAMING_FILES.has(kind) || kind === 'text' || kind === 'address';
  return Object.entries(fields).flatMap(([name, field]) => (isNaming(field) ? [columnOf(name, field)] : []));
}

/** The record as programs read it. */
export function publicRecord<Fs extends StoredFields>(
  { fields }: { fields: Fs },
  read: RecordOf<Fs>,
): Record<string, unknown> {
  const values: Record<string, unknown> = read;
  const record: Record<string, unknown> = { $key: read.key };
  const parts: Record<string, Record<string, unknown>> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.isPublic === false) continue;
    const { in: part, as = name }: Exported = field.exported || {};
    const holder = part === undefined ? record : (parts[part] ??= {});
    if (part !== undefined) record[part] = holder;
    holder[as] = field.show ? field.show(values[name]) : values[name];
  }
  return record;
}

export function publicRecords<Fs extends StoredFields>(
  definition: RecordDefinition<Fs>,
  records: RecordOf<Fs>[],
): Record<string, unknown>[] {
  return records.map((record) => publicRecord(definition, record));
}
