import type { ZodType } from 'zod';
import type { Writer } from '../../db/db.server.ts';
import { spaced } from '../../html/spaced.ts';
import { isDay } from '../../time/club-day.ts';
import { Rejected } from '../errors.ts';
import { readStored } from '../stored-json.ts';
import type { Topic } from '../topics.ts';
import type { Capability } from '../roles.ts';
import { fileInput, type FileInput } from '../files/file-input.ts';
import { fileRecord, filesNamedIn, type StoredFile } from '../files/stored-file.ts';
import { z } from '../zod.ts';
import { LATEST, NEVER, readPublishAt, type PublishAt } from './publish-at.ts';

export type Stored = string | number;

export type Columns = Record<string, Stored | null>;

/** What imports and exports have of a field, where that is not its value under its own name. */
interface Exported {
  /** The object in the record that holds it, and its name there. */
  in?: string;
  as?: string;
  /** With what an address may begin that an import brings; '/' for a path of the site. */
  schemes?: string[];
  /** Left out unless it says something. */
  whenSet?: boolean;
  /** What an import takes; 'as entered': what a dialog does. An empty text is none, and needs no check. */
  check?: ZodType | 'as entered';
  /** By which people know the record, or reach it: an import refuses one whose name is wrong, and does not only leave it out. */
  isName?: true;
  /** Left out of what anybody may be handed, as persons are. */
  isInternal?: true;
}

/** Every column may be empty: records from before the field was there are read, from the trash and exports too. */
export interface StoredField<Raw extends Stored = Stored, Value = unknown, Column extends string = string> {
  kind:
    | 'text'
    | 'markdown'
    | 'address'
    | 'number'
    | 'count'
    | 'price'
    | 'flag'
    | 'instant'
    | 'publishing'
    | 'list'
    | 'file'
    | 'files';
  column?: Column;
  /** What the list of an import may hold; of a wrong value in an object of it, that value alone is left out. */
  items?: { each: ZodType; most: number };
  /** False: no import brings it, and no export has it. */
  exported?: Exported | false;
  /** What the addresses for programs say of it is not what is stored, or nothing. */
  isPublic?: false;
  read(stored: Raw | null): Value;
  show?(value: Value): unknown;
}

/** One that is entered in a dialog under its own name. */
export interface Field<
  Raw extends Stored = Stored,
  Value = unknown,
  Input extends ZodType = ZodType,
  Column extends string = string,
> extends StoredField<Raw, Value, Column> {
  input: Input;
  label?: string;
  /** What a new record's dialog says of it, and a copy's where `isCopied` is false; what nothing stored is read as, if left out. */
  fresh?: Value;
  isCopied?: boolean;
  write(value: unknown): Stored | null;
  files?(value: unknown): FileInput[];
  takesAnyFile?: boolean;
}

interface ColumnOptions<Column extends string> extends Pick<Field, 'label' | 'isCopied' | 'exported' | 'isPublic'> {
  column?: Column;
}

interface FieldOptions<Input extends ZodType, Column extends string = string> extends ColumnOptions<Column> {
  input: Input;
}

type FieldOf<Raw extends Stored, Value, Input extends ZodType, Column extends string> = Field<
  Raw,
  Value,
  Input,
  // Inferred where it stands alone, not where the record's own type would widen it.
  NoInfer<Column>
>;

export function text<Input extends ZodType<string>, Column extends string = string>({
  otherwise = '',
  ...options
}: FieldOptions<Input, Column> & { otherwise?: string }): FieldOf<string, string, Input, Column> {
  return { ...options, kind: 'text', read: (stored) => spaced(stored ?? otherwise), write: asEntered };
}

/** A text that may name this site's files, which are then the record's. */
export function markdown<Input extends ZodType<string>, Column extends string = string>(
  options: FieldOptions<Input, Column>,
): FieldOf<string, string, Input, Column> {
  return { ...text(options), kind: 'markdown', files: filesNamedIn, takesAnyFile: true };
}

/** What a record of its kind is called: one line, never empty. */
export function requiredName(noun: string) {
  return text({
    label: noun.charAt(0).toUpperCase() + noun.slice(1),
    exported: { isName: true },
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
}: FieldOptions<Input, Column> & { otherwise: boolean; fresh?: boolean }): FieldOf<number, boolean, Input, Column> {
  return {
    ...options,
    kind: 'flag',
    read: (stored) => (stored === null ? otherwise : stored !== 0),
    write: (value) => (value ? 1 : 0),
  };
}

const publishingInput = z
  .union([z.null(), z.literal('never'), z.int().max(LATEST)], 'Please enter a date and a time')
  .refine(
    (at) => typeof at !== 'number' || at > Date.now(),
    'This time has passed. Please choose a later one, or ‘Published’ above',
  );

/** Anyone who is no officer sees nothing of the record before it is published; `preview_token` is stored beside it. */
export function publishing<Column extends string = string>(
  options: { column?: Column } = {},
): FieldOf<number, PublishAt, typeof publishingInput, Column> {
  return {
    ...options,
    kind: 'publishing',
    isPublic: false,
    input: publishingInput,
    read: readPublishAt,
    write: (at) => (at === 'never' ? NEVER : asEntered(at)),
  };
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** A day or a month as text, or empty; what is stored and none is as good as empty. */
function calendarText(isOne: (text: string) => boolean, wrong: string) {
  const input = z
    .string('must be a text')
    .refine((value) => value === '' || isOne(value), wrong)
    .default('');
  return <Column extends string = string>(
    options: Pick<ColumnOptions<Column>, 'column' | 'label'> = {},
  ): FieldOf<string, string, typeof input, Column> => ({
    ...options,
    kind: 'text',
    input,
    exported: { check: 'as entered' },
    read: (stored) => (stored !== null && isOne(stored) ? stored : ''),
    write: (value) => (typeof value === 'string' && value !== '' ? value : null),
    show: (value) => value || undefined,
  });
}

/** 'YYYY-MM' */
export const month = calendarText((text) => MONTH.test(text), 'Please enter a month such as 2026-04');

/** 'YYYY-MM-DD' of the club's calendar. */
export const day = calendarText(isDay, 'Please enter a day such as 2026-04-30');

/** Either day may be empty. @throws Rejected */
export function requireOrder(from: string, until: string): void {
  if (!from || !until || until >= from) return;
  const message = '‘Until’ is before ‘From’';
  throw new Rejected(`Nothing was saved: ${message}.`, { until: message });
}

const instantInput = z.int('must be a time').nullable().default(null);

/** Epoch milliseconds. */
export function instant<Column extends string = string>(
  options: { column?: Column } = {},
): FieldOf<number, number | null, typeof instantInput, Column> {
  return { ...options, kind: 'instant', input: instantInput, read: (stored) => stored, write: asEntered };
}

const LONGEST_ADDRESS = 2000;

function linkInput(isLink: (url: string) => boolean, begin: string) {
  return z
    .string('must be a text')
    .trim()
    .max(LONGEST_ADDRESS, `A link can have ${LONGEST_ADDRESS.toLocaleString('en')} characters at most`)
    .refine((url) => url === '' || isLink(url), `Please enter a link that begins with ${begin}`)
    .default('');
}

function linkField(isLink: (url: string) => boolean, begin: string, schemes: string[]) {
  const input = linkInput(isLink, begin);
  const field: FieldOf<string, string, typeof input, string> = {
    kind: 'address',
    label: 'Link',
    exported: { schemes, check: 'as entered' },
    input,
    // An older version, or another product, may have stored anything.
    read: (stored) => (stored !== null && isLink(stored) ? stored : ''),
    write: (value) => (typeof value === 'string' && value !== '' ? value : null),
  };
  return field;
}

/** A link to another site, or empty. */
export function httpsLink() {
  return linkField(isHttps, 'https://', ['https:']);
}

/** A link to another site or within this one, or empty. */
export function link() {
  const isLink = (url: string) => isHttps(url) || isOwnPath(url);
  return linkField(isLink, 'https:// or with / for a page of this site', ['https:', '/']);
}

/** What a browser reads as an address of the same site: '//' and '/\\' begin those of others. */
export function isOwnPath(url: string): boolean {
  const here = 'https://club.invalid';
  return url.startsWith('/') && URL.canParse(url, here) && new URL(url, here).origin === here;
}

function isHttps(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:' && new URL(url).username === '';
}

const imageInput = fileInput.nullable();

export function image<Column extends string = string>(
  options: ColumnOptions<Column> = {},
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
  options: FieldOptions<Input, Column> & Pick<Field, 'takesAnyFile'>,
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

/** What no dialog enters under its own name. */
export function stored<Raw extends Stored, Value, Column extends string = string>(
  field: StoredField<Raw, Value, Column>,
): StoredField<Raw, Value, NoInfer<Column>> {
  return field;
}

export type StoredFields = Record<string, StoredField>;

/** The table of records that are not all entered in one way; `RecordDefinition` says more. */
export interface TableDefinition<Fs extends StoredFields = StoredFields> {
  topic: Topic;
  table: string;
  fields: Fs;
}

interface Described<Fs extends StoredFields, Derived extends string, Table extends string> {
  topic: Topic;
  table: Table;
  /** Who may change them; anyone who may change content, where it is left out. */
  capability?: Capability;
  /** They are about somebody: no page shows them, and anyone who asks to be erased is erased from them. */
  isOfPersons?: true;
  /** Only where there is just one: the key of its row. */
  key?: string;
  fields: Fs;
  title(record: RecordOf<Fs>): string;
  /** What the fields alone cannot check. @throws Rejected */
  check?(values: CheckedValues<Fs>): Promise<void>;
  /** `before` is the row that is saved over. */
  derive?(columns: ColumnsOf<Fs>, before?: Columns): Promise<Record<Derived, string | null>>;
  /** Writes what is stored beside its rows, once they are saved. */
  follow?(tx: Writer, rows: Columns[]): Promise<void>;
  /** A column of which no two records have the same value. */
  unique?: UniqueColumn & { field: string & keyof Fs };
}

export interface UniqueColumn {
  column: string;
  /** What is said at its field of a value that another record has. */
  field: string;
  taken: string;
  /** What comes back from the trash gets in the place of a value that is taken; left out where it has to have its own. */
  instead?: Instead;
}

interface Instead {
  value(before: string, at: number): string;
  /** A value that nobody may have. */
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

/** Those that are entered under their own names. */
export type EnteredIn<Fs extends StoredFields> = {
  [Name in keyof Fs as Fs[Name] extends Field ? Name : never]: Fs[Name] extends Field ? Fs[Name] : never;
};

export function columnOf(name: string, { column }: StoredField): string {
  return column || name;
}

const NAMING_FILES: ReadonlySet<StoredField['kind']> = new Set(['file', 'files', 'markdown']);

export function fileColumns({ fields }: Pick<TableDefinition, 'fields'>): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    NAMING_FILES.has(field.kind) ? [columnOf(name, field)] : [],
  );
}

/** A draft, or not public yet. */
export function isUnpublished({ fields }: Pick<TableDefinition, 'fields'>, row: Columns): boolean {
  const field = Object.entries(fields).find(([, { kind }]) => kind === 'publishing');
  return field !== undefined && (row[columnOf(...field)] ?? null) !== null;
}

/** Only people who see drafts are notified of a draft's change; that a record became one, or is none any more, to everyone. */
export function topicOfChange(definition: Pick<TableDefinition, 'fields' | 'topic'>, ...rows: Columns[]): Topic {
  return rows.every((row) => isUnpublished(definition, row)) ? 'draft' : definition.topic;
}

/** The columns of a record of which nothing is known. */
export function emptyColumns<Fs extends StoredFields>(definition: {
  fields: Fs;
}): { [Column in keyof ColumnsOf<Fs>]: null };
export function emptyColumns({ fields }: { fields: StoredFields }): object {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [columnOf(name, field), null]));
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

/** For many rows: what is the same for each is found out once. A list of 10,000 events is read in 20 ms instead of 80. */
export function readerOf<Fs extends StoredFields>(definition: { fields: Fs }): { read(row: ReadRow<Fs>): RecordOf<Fs> };
export function readerOf({ fields }: { fields: StoredFields }): { read(row: Columns): object } {
  const named = Object.entries(fields).map(([name, field]) => ({ name, column: columnOf(name, field), field }));
  // Its shape, to be filled: an object that grows by 25 names takes longer.
  const names = ['key', ...named.map(({ name }) => name), 'version'];
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return {
    read(row) {
      const record = { ...empty };
      record.key = row.key;
      for (const { name, column, field } of named) record[name] = field.read(row[column] ?? null);
      record.version = row.version;
      return record;
    },
  };
}

export function recordTitle(definition: RecordDefinition, row: Row): string {
  return definition.title(toRecord(definition, row));
}

/** Those that its fields for files hold: whoever takes one out removes it. A text only names some. */
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

/** Also every text and address in which somebody may name one; of what is about persons none. */
export function columnsNamingFiles({ fields, isOfPersons }: TableDefinition & { isOfPersons?: true }): string[] {
  if (isOfPersons) return fileColumns({ fields });
  const isNaming = ({ kind }: StoredField) => NAMING_FILES.has(kind) || kind === 'text' || kind === 'address';
  return Object.entries(fields).flatMap(([name, field]) => (isNaming(field) ? [columnOf(name, field)] : []));
}

/** As programs read it. */
export function publicRecord<Fs extends StoredFields>(
  definition: { fields: Fs },
  record: RecordOf<Fs>,
): Record<string, unknown>;
export function publicRecord(
  { fields }: { fields: StoredFields },
  { key, ...values }: Record<string, unknown>,
): object {
  const record: Record<string, unknown> = { $key: key };
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

/** One of a dialog's values: how it is called, checked, and what a new record's dialog says. */
export interface Entry<Input extends ZodType = ZodType, Fresh = unknown> {
  label: string;
  input: Input;
  fresh: Fresh;
}

export function entry<Input extends ZodType>(
  label: string,
  input: Input,
  fresh: z.output<Input>,
): Entry<Input, z.output<Input>> {
  return { label, input, fresh };
}

type EntriesOf<Fs extends StoredFields> = {
  [Name in keyof EnteredIn<Fs>]: Entry<EnteredIn<Fs>[Name]['input'], ReturnType<EnteredIn<Fs>[Name]['read']>>;
};

export function dialogEntries<Fs extends StoredFields>(definition: { fields: Fs }): EntriesOf<Fs>;
export function dialogEntries({ fields }: { fields: StoredFields }): object {
  const entries = listEnteredFields(fields).map(([name, field]) => {
    const { label = name, input, fresh = field.read(null) } = field;
    return [name, { label, input, fresh }] as const;
  });
  return Object.fromEntries(entries);
}

/** The labels, inputs or first values of a dialog, by their names. */
export function each<Entries extends Record<string, Entry>, Part extends keyof Entry>(
  entries: Entries,
  part: Part,
): { [Name in keyof Entries]: Entries[Name][Part] };
export function each(entries: Record<string, Entry>, part: keyof Entry): object {
  return Object.fromEntries(Object.entries(entries).map(([name, one]) => [name, one[part]]));
}

type ValuesOf<Fs extends StoredFields> = Pick<RecordOf<Fs>, keyof EnteredIn<Fs> & keyof RecordOf<Fs>>;

/** What the dialog of a record shows of it. */
export function valuesOf<Fs extends StoredFields>(definition: { fields: Fs }, record: RecordOf<Fs>): ValuesOf<Fs>;
export function valuesOf({ fields }: { fields: StoredFields }, record: Record<string, unknown>): object {
  return Object.fromEntries(listEnteredFields(fields).map(([name]) => [name, record[name]]));
}

/** What the dialog of a record needs that enters its fields as they are stored. */
export function formOf<Fs extends StoredFields>(
  definition: RecordDefinition<Fs>,
): {
  labels: Record<keyof ValuesOf<Fs> & string, string>;
  fresh: ValuesOf<Fs>;
  valuesOf: (record: RecordOf<Fs>) => ValuesOf<Fs>;
  schema: ZodType;
};
export function formOf(definition: RecordDefinition): object {
  const entries: Record<string, Entry> = dialogEntries(definition);
  return {
    labels: each(entries, 'label'),
    fresh: each(entries, 'fresh'),
    valuesOf: (record: RecordOf<StoredFields>) => valuesOf(definition, record),
    schema: definition.schema,
  };
}

/** What a copy does not take over, as it is in a new record. */
export function valuesNotCopied<Fs extends StoredFields>(definition: { fields: Fs }): Partial<ValuesOf<Fs>>;
export function valuesNotCopied({ fields }: { fields: StoredFields }): object {
  const left = listEnteredFields(fields).filter(([, { isCopied = true }]) => !isCopied);
  return Object.fromEntries(left.map(([name, field]) => [name, field.fresh ?? field.read(null)]));
}

type TextsOf<Fs extends StoredFields> = {
  [Name in keyof EnteredIn<Fs> as ReturnType<EnteredIn<Fs>[Name]['read']> extends string ? Name : never]: string;
};

/** What was entered as text. */
export function textsOf<Fs extends StoredFields>(definition: { fields: Fs }, record: RecordOf<Fs>): TextsOf<Fs>;
export function textsOf({ fields }: { fields: StoredFields }, record: Record<string, unknown>): object {
  const texts = listEnteredFields(fields).filter(([, { kind }]) => kind === 'text');
  return Object.fromEntries(texts.map(([name]) => [name, record[name]]));
}
