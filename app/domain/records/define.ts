import type { ZodType } from 'zod';
import { readStored } from '../stored-json.ts';
import type { Topic } from '../topics.ts';
import { fileInput, type FileInput } from '../uploads/file-input.ts';
import { fileRecord } from '../uploads/file-record.ts';
import type { StoredFile } from '../uploads/stored-file.ts';
import { z } from '../zod.ts';

export type Stored = string | number;

/** A row of a record's table, whichever record it is. */
export type Columns = Record<string, Stored | null>;

/**
 * One field of a record: the column that holds it, what it is in the program, and what an admin may enter. Every column may
 * be empty: records of before the field was there are read, from the trash and from exports too.
 */
export interface Field<
  Kept extends Stored = Stored,
  Value = unknown,
  Input extends ZodType = ZodType,
  Column extends string = string,
> {
  /** How an import reads it and an export writes it. */
  kind: 'text' | 'number' | 'price' | 'flag' | 'file' | 'files';
  input: Input;
  /** Where the column is not called like the field. */
  column?: Column;
  read(stored: Kept | null): Value;
  /** What was entered as it is stored; of files, those that were linked. */
  write(value: unknown): Stored | null;
  /** Of a field that holds files: those that were entered. */
  files?(value: unknown): FileInput[];
  /** The value as the lists for programs show it, where that is something else. */
  show?(value: Value): unknown;
}

interface FieldOptions<Input extends ZodType, Column extends string = string> {
  input: Input;
  column?: Column;
}

type FieldOf<Kept extends Stored, Value, Input extends ZodType, Column extends string> = Field<
  Kept,
  Value,
  Input,
  // Where it stands alone, not where the record's own type would widen it.
  NoInfer<Column>
>;

/** `otherwise` is what a record that does not say is taken to say. */
export function text<Input extends ZodType<string>, Column extends string = string>({
  otherwise = '',
  ...options
}: FieldOptions<Input, Column> & { otherwise?: string }): FieldOf<string, string, Input, Column> {
  return { ...options, kind: 'text', read: (stored) => stored ?? otherwise, write: asEntered };
}

export function number<Input extends ZodType<number>, Column extends string = string>(
  options: FieldOptions<Input, Column>,
): FieldOf<number, number, Input, Column> {
  return { ...options, kind: 'number', read: (stored) => stored ?? 0, write: asEntered };
}

/** A number that is not negative, in whole units of the club's currency. */
export function price<Input extends ZodType<number>, Column extends string = string>(
  options: FieldOptions<Input, Column>,
): FieldOf<number, number, Input, Column> {
  return { ...number(options), kind: 'price' };
}

export function flag<Input extends ZodType<boolean>, Column extends string = string>({
  otherwise,
  ...options
}: FieldOptions<Input, Column> & { otherwise: boolean }): FieldOf<number, boolean, Input, Column> {
  return {
    ...options,
    kind: 'flag',
    read: (stored) => (stored === null ? otherwise : stored !== 0),
    write: (value) => (value ? 1 : 0),
  };
}

const imageInput = fileInput.nullable();

export function image<Column extends string = string>(
  options: { column?: Column } = {},
): FieldOf<string, StoredFile | null, typeof imageInput, Column> {
  return {
    ...options,
    kind: 'file',
    input: imageInput,
    read: (stored) => readStored<StoredFile | null>(stored, null),
    write: ([file]: StoredFile[]) => (file ? JSON.stringify(file) : null),
    files: (file: FileInput | null) => (file ? [file] : []),
    show: (file) => file && fileRecord(file),
  };
}

export function images<Input extends ZodType<FileInput[]>, Column extends string = string>(
  options: FieldOptions<Input, Column>,
): FieldOf<string, StoredFile[], Input, Column> {
  return {
    ...options,
    kind: 'files',
    read: (stored) => readStored<StoredFile[]>(stored, []),
    write: (files: StoredFile[]) => JSON.stringify(files),
    files: (files: FileInput[]) => files,
    show: (files) => files.map(fileRecord),
  };
}

function asEntered(value: unknown): Stored | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

type Fields = Record<string, Field>;

interface Described<Fs extends Fields, Derived extends string, Table extends string> {
  /** Its name in changes, in the activity log, in the trash and in exports. */
  topic: Topic;
  table: Table;
  /** Of what there is one of: the key of its row. */
  key?: string;
  fields: Fs;
  /** What it is called where it is named. */
  title(record: RecordOf<Fs>): string;
  /** What the fields alone do not tell. @throws Rejected */
  check?(values: { [Name in keyof Fs]: z.output<Fs[Name]['input']> }): Promise<void>;
  /** The columns that follow from the others. */
  derive?(columns: ColumnsOf<Fs>): Promise<Record<Derived, string>>;
}

/** All there is to know about one kind of record: saving, removing, the trash, imports, exports and backups read it. */
export interface RecordDefinition<
  Fs extends Fields = Fields,
  Derived extends string = string,
  Table extends string = string,
> extends Described<Fs, Derived, Table> {
  /** What an admin may say about one; the browser and the server check with the same schema. */
  schema: ZodType<Record<string, unknown>>;
}

export function defineRecord<Fs extends Fields, Table extends string, Derived extends string = never>(
  described: Described<Fs, Derived, Table>,
): RecordDefinition<Fs, Derived, Table> {
  const inputs = Object.entries<Field>(described.fields).map(([name, { input }]) => [name, input] as const);
  return { ...described, schema: z.strictObject(Object.fromEntries(inputs)) };
}

type Flat<Type> = { [Name in keyof Type]: Type[Name] };

type ColumnName<Name, One> = One extends { column?: infer Column extends string }
  ? string extends Column
    ? Name
    : Column
  : Name;

type ColumnsOf<Fs extends Fields> = {
  [Name in keyof Fs & string as ColumnName<Name, Fs[Name]> & string]: Parameters<Fs[Name]['read']>[0];
};

export type RecordOf<Fs extends Fields> = Flat<
  { key: string } & { [Name in keyof Fs]: ReturnType<Fs[Name]['read']> } & { version: number }
>;

/** A record of a definition, as in `RecordIn<typeof execs>`. */
export type RecordIn<Definition> = Definition extends RecordDefinition<infer Fs, string> ? RecordOf<Fs> : never;

/** A row of a definition's table. `extra` holds the fields of an import that this product does not know. */
export type RowIn<Definition> =
  Definition extends RecordDefinition<infer Fs, infer Derived>
    ? Flat<
        { key: string } & ColumnsOf<Fs> & { [Name in Derived]: string | null } & {
            extra: string | null;
            version: number;
            updated_at: number;
          }
      >
    : never;

export function columnOf(name: string, { column }: Field): string {
  return column || name;
}

export function fileColumns({ fields }: RecordDefinition): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.files ? [columnOf(name, field)] : []));
}

/** A row of a record's table as far as every record has it. */
export type Row = Columns & { key: string; version: number };

export function toRecord<Fs extends Fields>(
  definition: RecordDefinition<Fs>,
  row: ColumnsOf<Fs> & { key: string; version: number },
): RecordOf<Fs>;
export function toRecord({ fields }: { fields: Fields }, row: object): object {
  const columns = new Map<string, Stored | null>(Object.entries(row));
  const values = Object.entries(fields).map(([name, field]) => [
    name,
    field.read(columns.get(columnOf(name, field)) ?? null),
  ]);
  return { key: columns.get('key'), ...Object.fromEntries(values), version: columns.get('version') };
}

export function titleOf(definition: RecordDefinition, row: Row): string {
  return definition.title(toRecord(definition, row));
}

export function filesOf(definition: RecordDefinition, row: Columns): StoredFile[] {
  return fileColumns(definition).flatMap((column) => readFiles(row[column]));
}

export function readFiles(column: Stored | null | undefined): StoredFile[] {
  if (typeof column !== 'string') return [];
  const one = readStored<StoredFile | null>(column, null);
  return one ? [one] : readStored<StoredFile[]>(column, []);
}

/** Records as the lists for programs show them: their fields by name, a file with path, name and url. */
export function publicRecords<Fs extends Fields>(
  definition: RecordDefinition<Fs>,
  records: RecordOf<Fs>[],
): Record<string, unknown>[];
export function publicRecords(definition: { fields: Fields }, records: Record<string, unknown>[]) {
  return records.map(({ key, ...values }) => {
    const shown = Object.entries(definition.fields).map(([name, field]) => [
      name,
      field.show ? field.show(values[name]) : values[name],
    ]);
    return { $key: key, ...Object.fromEntries(shown) };
  });
}
