import type { ZodType } from 'zod';
import { readStored } from '../stored-json.ts';
import type { Topic } from '../topics.ts';
import { fileInput, type FileInput } from '../uploads/file-input.ts';
import { fileRecord, type StoredFile } from '../uploads/stored-file.ts';
import { z } from '../zod.ts';

export type Stored = string | number;

export type Columns = Record<string, Stored | null>;

/** Every column may be empty: records from before the field was there are read, from the trash and exports too. */
export interface Field<
  Kept extends Stored = Stored,
  Value = unknown,
  Input extends ZodType = ZodType,
  Column extends string = string,
> {
  kind: 'text' | 'number' | 'price' | 'flag' | 'file' | 'files';
  input: Input;
  column?: Column;
  read(stored: Kept | null): Value;
  write(value: unknown): Stored | null;
  files?(value: unknown): FileInput[];
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
  // Inferred where it stands alone, not where the record's own type would widen it.
  NoInfer<Column>
>;

export function text<Input extends ZodType<string>, Column extends string = string>({
  otherwise = '',
  ...options
}: FieldOptions<Input, Column> & { otherwise?: string }): FieldOf<string, string, Input, Column> {
  return { ...options, kind: 'text', read: (stored) => stored ?? otherwise, write: asEntered };
}

/** What a record of its kind is called: one line, never empty. */
export function requiredName(noun: string) {
  return text({
    input: z
      .string('must be a text')
      .trim()
      .min(1, `Please enter a ${noun}`)
      .max(200, `A ${noun} can have 200 characters at most`),
  });
}

export function number<Input extends ZodType<number>, Column extends string = string>(
  options: FieldOptions<Input, Column>,
): FieldOf<number, number, Input, Column> {
  return { ...options, kind: 'number', read: (stored) => stored ?? 0, write: asEntered };
}

/** In whole units of the club's currency. */
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

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

const monthInput = z
  .string('must be a text')
  .refine((value) => value === '' || MONTH.test(value), 'Please enter a month such as 2026-04')
  .default('');

/** 'YYYY-MM', or empty; what is stored and no month is as good as empty. */
export function month<Column extends string = string>(
  options: { column?: Column } = {},
): FieldOf<string, string, typeof monthInput, Column> {
  return {
    ...options,
    kind: 'text',
    input: monthInput,
    read: (stored) => (stored !== null && MONTH.test(stored) ? stored : ''),
    write: (value) => (typeof value === 'string' && value !== '' ? value : null),
    show: (value) => value || undefined,
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
  topic: Topic;
  table: Table;
  /** Only where there is just one: the key of its row. */
  key?: string;
  fields: Fs;
  title(record: RecordOf<Fs>): string;
  /** What the fields alone do not tell. @throws Rejected */
  check?(values: { [Name in keyof Fs]: z.output<Fs[Name]['input']> }): Promise<void>;
  derive?(columns: ColumnsOf<Fs>): Promise<Record<Derived, string>>;
}

/** Saving, removing, the trash, imports, exports and backups read this. */
export interface RecordDefinition<
  Fs extends Fields = Fields,
  Derived extends string = string,
  Table extends string = string,
> extends Described<Fs, Derived, Table> {
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

export type RecordIn<Definition> = Definition extends RecordDefinition<infer Fs, string> ? RecordOf<Fs> : never;

/** `extra` holds the fields of an import that this product does not know. */
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
