import type { ZodType } from 'zod';
import type { Writer } from '../../db/db.server.ts';
import { isCount } from '../../domain/events/retrospective.ts';
import { NEVER } from '../../domain/records/publish-at.ts';
import { listTaken } from '../../domain/records/unique.ts';
import { fileColumns, topicOfChange, type TableDefinition, type UniqueColumn } from '../../domain/records/define.ts';
import {
  columnOf,
  type Columns,
  type Field,
  type StoredField,
  type StoredFields,
} from '../../domain/records/fields.ts';
import { MOST_PLACES } from '../../domain/place-count.ts';
import { isContainer, readStored } from '../../domain/stored-json.ts';
import type { Collection, IncomingRecord, RowColumns } from '../collection.ts';
import {
  BadValue,
  Fields,
  orLeftOut,
  writeExtra,
  readExtra,
  present,
  readInstant,
  readItems,
  readList,
  type Refuse,
} from '../fields.ts';
import { exportFile, exportFiles, readImportedFile, readImportedFiles, toStoredJson } from '../files.ts';

type Kinds<Value> = Record<StoredField['kind'], Value>;

interface ReadOptions {
  schemes: string[];
  items: StoredField['items'];
  refuse: Refuse;
  now: number;
}

const READ: Kinds<(fields: Fields, name: string, options: ReadOptions) => string | number | null> = {
  text: (fields, name) => fields.text(name),
  markdown: (fields, name) => fields.text(name),
  address: (fields, name, { schemes }) => fields.address(name, ...schemes),
  number: (fields, name) => fields.number(name),
  count: (fields, name) => readCount(fields.number(name), fields.at(name)),
  price: (fields, name) => fields.price(name),
  flag: (fields, name) => fields.flag(name),
  instant: (fields, name) => fields.instant(name),
  ending: (fields, name, { refuse, now }) => readEnding(fields.take(name), fields.at(name), { refuse, now }),
  reference: (fields, name) => fields.text(name),
  publishing: (fields, name, { refuse }) => readPublishing(fields.take(name), fields.at(name), refuse),
  list: (fields, name, { items, refuse }) => readObjects(fields.take(name), fields.at(name), { items, refuse }),
  file: (fields, name) => toStoredJson(readImportedFile(fields.take(name), fields.at(name))),
  files: (fields, name, { refuse }) => toStoredJson(readImportedFiles(fields.take(name), fields.at(name), refuse)),
};

const WRITE: Kinds<(stored: string | number | null) => unknown> = {
  text: asStored,
  markdown: asStored,
  address: asStored,
  number: asStored,
  count: asStored,
  price: asStored,
  flag: (stored) => (stored === null ? null : stored === 1),
  instant: asStored,
  ending: asStored,
  reference: asStored,
  publishing: (stored) => (stored === NEVER ? 'never' : stored),
  list: (stored) => (typeof stored === 'string' ? readStored<object[]>(stored, []) : null),
  file: (stored) => exportFile(typeof stored === 'string' ? stored : null),
  files: (stored) => exportFiles(typeof stored === 'string' ? stored : null),
};

function asStored(stored: string | number | null): unknown {
  return stored;
}

function readCount(count: number | null, path: string): number | null {
  if (count === null || isCount(count)) return count;
  throw new BadValue(path, `must be a whole number up to ${MOST_PLACES.toLocaleString('en')}`);
}

function readObjects(
  value: unknown,
  path: string,
  { items, refuse }: Omit<ReadOptions, 'schemes' | 'now'>,
): string | null {
  const list = readList(value, path) ?? [];
  if (!items || list.length > items.most) throw new BadValue(path, `must have ${items?.most} entries at most`);
  const read = readItems(value, path, refuse, (item, at) => readObject(items.each, item, at, refuse));
  return read.length === 0 ? null : JSON.stringify(read);
}

/** @throws BadValue if the object is wrong as a whole, and not one of its values. */
function readObject(each: ZodType, item: unknown, path: string, refuse: Refuse): unknown {
  let given = new Fields(item, path).rest();
  for (;;) {
    const { data, error } = each.safeParse(given);
    const [issue] = error?.issues ?? [];
    if (!issue) return data;
    const [name] = issue.path;
    if (typeof name !== 'string' || !Object.hasOwn(given, name)) throw new BadValue(path, issue.message);
    refuse([path, ...issue.path].join('/'), issue.message);
    given = Object.fromEntries(Object.entries(given).filter(([other]) => other !== name));
  }
}

/** If it is unclear from when something may be seen, nobody sees it. */
function readPublishing(value: unknown, path: string, refuse: Refuse): number | null {
  if (value === null || value === 'never') return value && NEVER;
  return orLeftOut(refuse, () => readInstant(value, path), 'it stays a draft') ?? NEVER;
}

/** If it is unclear until when a link works, it does not work. */
function readEnding(value: unknown, path: string, { refuse, now }: Pick<ReadOptions, 'refuse' | 'now'>): number | null {
  if (value === null) return null;
  return orLeftOut(refuse, () => readInstant(value, path), 'it has ended') ?? now;
}

function checkOf(field: StoredField | Field): ZodType | undefined {
  const { check } = field.exported || {};
  if (check !== 'as entered') return check;
  return 'input' in field ? field.input : undefined;
}

function checked(input: ZodType, value: string | number, path: string): string | number {
  const { data, error } = input.safeParse(value);
  if (error) throw new BadValue(path, error.issues[0]?.message ?? 'cannot be taken');
  return typeof data === 'string' || typeof data === 'number' ? data : value;
}

interface Definition extends TableDefinition {
  unique?: UniqueColumn;
  derive?(columns: Columns): Promise<Columns>;
}

export function collectionOf(definition: Definition): Collection<RowColumns> {
  const { topic, table, fields, unique } = definition;
  const layout = layoutOf(fields);
  return {
    table,
    keys: ['key'],
    topic,
    versioned: true,
    files: () => fileColumns({ fields }),
    texts: layout.named.flatMap(({ kind, column }) => (kind === 'markdown' ? [column] : [])),
    changeOf: (row, before = row) => ({ topic: topicOfChange(definition, row, before), key: String(row.key) }),
    path: ({ key }) => [topic, String(key)],
    ...(unique && { refusals: (tx: Writer, rows: RowColumns[]) => listTaken(tx, { table, unique }, rows) }),
    async read(record) {
      const { columns, extra } = readColumns(layout, record);
      return { key: record.key, ...columns, ...(await definition.derive?.(columns)), extra };
    },
    write: (row, { withInternal = true } = {}) => writeRecord(layout, row, withInternal),
  };
}

type Layout = ReturnType<typeof layoutOf>;

function layoutOf(fields: StoredFields) {
  const named = Object.entries(fields).map(placeOf);
  const parts = new Set(named.flatMap(({ part }) => part ?? []));
  const internal = new Set(named.flatMap(({ part, isInternal }) => (isInternal && part !== undefined ? part : [])));
  return { named, parts: [...parts], internal };
}

/** The place of a field in a file's record, and the values it may have. */
function placeOf([name, field]: [name: string, field: StoredField]) {
  const {
    in: part,
    as = name,
    schemes = [],
    whenSet = false,
    isInternal = false,
    isName = false,
  } = field.exported || {};
  return {
    column: columnOf(name, field),
    kind: field.kind,
    part,
    as,
    schemes,
    whenSet,
    isInternal,
    isName,
    items: field.items,
    isOurs: field.exported === false,
    check: checkOf(field),
  };
}

function readColumns(
  { named, parts }: Layout,
  { value, path, refuse, now }: IncomingRecord,
): { columns: Columns; extra: string | null } {
  const given = new Fields(value, path);
  const within = new Map(parts.map((part) => [part, given.nested(part, refuse)]));
  const read = named.map(({ column, kind, part, as, isOurs, isName, check, schemes, items }) => {
    if (isOurs) return [column, null] as const;
    const from = (part === undefined ? undefined : within.get(part)) ?? given;
    const take = () => {
      const value = READ[kind](from, as, { schemes, items, refuse, now });
      return check && value ? checked(check, value, from.at(as)) : value;
    };
    return [column, isName ? take() : orLeftOut(refuse, take)] as const;
  });
  const rests = [...within].map(([part, fields]) => [part, fields.rest()] as const);
  const unknown = Object.fromEntries(rests.filter(([, rest]) => Object.keys(rest).length > 0));
  return { columns: Object.fromEntries(read), extra: writeExtra({ ...given.rest(), ...unknown }) };
}

function writeRecord(
  { named, parts, internal }: Layout,
  row: RowColumns,
  withInternal: boolean,
): Record<string, unknown> {
  const extra = readExtra(typeof row.extra === 'string' ? row.extra : null);
  const record: Record<string, unknown> = {};
  const within = new Map(parts.map((part) => [part, new Map<string, unknown>()]));
  for (const { column, kind, part, as, whenSet, isOurs } of named) {
    if (isOurs) continue;
    const value = WRITE[kind](row[column] ?? null);
    const shown = whenSet && !value ? null : value;
    const holder = part === undefined ? undefined : within.get(part);
    if (holder) holder.set(as, shown);
    else record[as] = shown;
  }
  for (const [part, values] of within) {
    const beside = extra[part];
    delete extra[part];
    if (internal.has(part) && !withInternal) continue;
    const all = present({ ...Object.fromEntries(values), ...(isContainer(beside) && beside) });
    if (Object.keys(all).length > 0) record[part] = all;
  }
  return present({ ...record, ...extra });
}
