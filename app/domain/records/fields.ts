import type { ZodType } from 'zod';
import { withUsualSpaces } from '../../html/usual-spaces.ts';
import { isDay } from '../../time/club-day.ts';
import { Rejected } from '../errors.ts';
import { fileInput, type FileInput } from '../files/file-input.ts';
import { fileRecord, filesNamedIn, type StoredFile } from '../files/stored-file.ts';
import { readStored } from '../stored-json.ts';
import { z } from '../zod.ts';
import { oneLine } from './one-line.ts';
import { LATEST, NEVER, readPublishAt, type PublishAt } from './publish-at.ts';

export type Stored = string | number;

export type Columns = Record<string, Stored | null>;

/** How imports and exports hold a field, if not as its value under its own name. */
export interface Exported {
  /** The object in the record that holds the field, and the field's name there. */
  in?: string;
  as?: string;
  /** What an imported address may begin with; '/' for a path of the site. */
  schemes?: string[];
  /** Left out of exports unless it says something. */
  whenSet?: boolean;
  /** What an import accepts; 'as entered': the same as a dialog. An empty text counts as none and is not checked. */
  check?: ZodType | 'as entered';
  /**
   * People know or reach the record by this field: if it is wrong, an import refuses the whole record instead of
   * leaving the field out.
   */
  isName?: true;
  /** Left out of files that may be given to anybody, like records about people. */
  isInternal?: true;
}

/**
 * Every column may be null, because records from before the field existed are read too, also from the trash and from
 * exports.
 */
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
    /** The moment at which the record ends. */
    | 'ending'
    | 'publishing'
    | 'reference'
    | 'list'
    | 'file'
    | 'files';
  column?: Column;
  /** What an imported list may hold; if one value in an item is wrong, only that value is left out. */
  items?: { each: ZodType; most: number };
  /** False: imports and exports do not have the field. */
  exported?: Exported | false;
  /** False: addresses for programs say something else than what is stored, or nothing. */
  isPublic?: false;
  read(stored: Raw | null): Value;
  show?(value: Value): unknown;
}

/** A field that is entered in a dialog under its own name. */
export interface Field<
  Raw extends Stored = Stored,
  Value = unknown,
  Input extends ZodType = ZodType,
  Column extends string = string,
> extends StoredField<Raw, Value, Column> {
  input: Input;
  label?: string;
  /** The value in a new record's dialog, and in a copy's if `isCopied` is false; by default, what null is read as. */
  initial?: Value;
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
  // Inferred from the field alone, not from the record's type, which would widen it.
  NoInfer<Column>
>;

export function text<Input extends ZodType<string>, Column extends string = string>({
  defaultValue = '',
  ...options
}: FieldOptions<Input, Column> & { defaultValue?: string }): FieldOf<string, string, Input, Column> {
  return { ...options, kind: 'text', read: (stored) => withUsualSpaces(stored ?? defaultValue), write: asEntered };
}

/** A text that may name files of this site, which then belong to the record. */
export function markdown<Input extends ZodType<string>, Column extends string = string>(
  options: FieldOptions<Input, Column>,
): FieldOf<string, string, Input, Column> {
  return { ...text(options), kind: 'markdown', files: filesNamedIn, takesAnyFile: true };
}

/** The name of a record: one line, never empty. */
export function requiredName(noun: string) {
  return text({
    label: noun.charAt(0).toUpperCase() + noun.slice(1),
    exported: { isName: true },
    input: oneLine({ what: `A ${noun}`, most: 200 }).min(1, `Please enter a ${noun}`),
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
  defaultValue,
  ...options
}: FieldOptions<Input, Column> & { defaultValue: boolean; initial?: boolean }): FieldOf<
  number,
  boolean,
  Input,
  Column
> {
  return {
    ...options,
    kind: 'flag',
    read: (stored) => (stored === null ? defaultValue : stored !== 0),
    write: (value) => (value ? 1 : 0),
  };
}

const publishingInput = z
  .union([z.null(), z.literal('never'), z.int().max(LATEST)], 'Please enter a date and a time')
  .refine(
    (at) => typeof at !== 'number' || at > Date.now(),
    'This time has passed. Please choose a later one, or ‘Published’ above',
  );

/** Only officers see the record before it is published; `preview_token` is stored beside it. */
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

/** A day or a month as text, or empty; any other stored text counts as empty. */
function calendarText(isOne: (text: string) => boolean, wrong: string) {
  const input = z
    .string('must be a text')
    .refine((value) => value === '' || isOne(value), wrong)
    .default('');
  return <Column extends string = string>(
    options: Pick<ColumnOptions<Column>, 'column' | 'label' | 'isCopied'> = {},
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

const instantInput = z.int('Please enter a date and a time').nullable().default(null);

/** Epoch milliseconds. */
export function instant<Column extends string = string>(
  options: Pick<ColumnOptions<Column>, 'column' | 'label' | 'isCopied'> = {},
): FieldOf<number, number | null, typeof instantInput, Column> {
  return { ...options, kind: 'instant', input: instantInput, read: (stored) => stored, write: asEntered };
}

/** Until when a link works; a wrong value in an import ends it. */
export function ending<Column extends string = string>(options: Pick<ColumnOptions<Column>, 'column' | 'label'>) {
  return { ...instant(options), kind: 'ending' as const };
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

/** Whether a browser takes it for an address on the same site: '//' and '/\\' begin addresses of others. */
export function isOwnPath(url: string): boolean {
  const here = 'https://club.invalid';
  return url.startsWith('/') && URL.canParse(url, here) && new URL(url, here).origin === here;
}

/** Whether it is an address of one of these schemes, such as 'https:'. */
export function hasScheme(address: string, schemes: readonly string[]): boolean {
  return URL.canParse(address) && schemes.includes(new URL(address).protocol);
}

function isHttps(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return protocol === 'https:' && username === '' && password === '';
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

/** A field that no dialog enters under its own name. */
export function stored<Raw extends Stored, Value, Column extends string = string>(
  field: StoredField<Raw, Value, Column>,
): StoredField<Raw, Value, NoInfer<Column>> {
  return field;
}

/** The place of a record that has none. */
export const LAST = 2_147_483_647;

/** The place among the others, smaller ones first; record-changes/order.ts moves records. */
export function order() {
  return stored({ kind: 'number', column: 'place', read: (place: number | null) => place ?? LAST });
}

const referenceInput = z.string('must be a text').max(768).nullable().default(null);

/** The key of another record; null for none. */
export function reference<Column extends string = string>(
  options: Pick<ColumnOptions<Column>, 'column' | 'label' | 'isCopied'> = {},
): FieldOf<string, string | null, typeof referenceInput, Column> {
  return {
    ...options,
    kind: 'reference',
    input: referenceInput,
    read: (key) => key || null,
    write: asEntered,
    show: (key) => key ?? undefined,
  };
}

export type StoredFields = Record<string, StoredField>;

export function columnOf(name: string, { column }: StoredField): string {
  return column || name;
}
