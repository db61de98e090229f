import type { Reader } from '../db/db.server.ts';
import { listHiddenForms } from '../domain/events/visibility.ts';
import { ANY_CURRENCY } from '../domain/money.ts';
import { RECORDS } from '../domain/all-records.ts';
import { clubDay } from '../time/club-day.ts';
import type { Collection, RowColumns } from './collection.ts';
import { COLLECTIONS, COUNTS, OTHERS } from './collections/all.ts';
import { selectPage } from './rows.ts';

interface ExportOptions {
  /** False leaves out entries, users, members, how events went and were counted, and unknown collections. */
  withPersons?: boolean;
  /** Whether members, subscribers and what people paid are among the persons. */
  withMembers?: boolean;
  /**
   * The club's time zone. If given, leaves out what is not public yet: drafts, timed events and pages, forms that only these have
   * and their entries, and sponsors and a notice whose ‘From’ is still to come.
   */
  onlyPublicIn?: string | undefined;
  /** The club's currency, in which amounts are written. */
  currency?: string;
  onProgress?: (records: number) => void;
}

const RECORDS_PER_PAGE = 500;
const RECORDS_OF_PERSONS = Object.values(RECORDS).filter((one) => one.isOfPersons);
/** Includes what only officers see. */
const COLLECTIONS_OF_MONEY = ['payment', 'formerForm'];
const COLLECTIONS_OF_PERSONS: string[] = [
  'entry',
  ...COLLECTIONS_OF_MONEY,
  'user',
  ...COUNTS,
  ...RECORDS_OF_PERSONS.map(({ topic }) => topic),
];

/** Exports in the format of an import, one record per line. The same records always give the same text. */
export async function* exportRecords(
  db: Reader,
  {
    withPersons = true,
    withMembers = withPersons,
    onlyPublicIn,
    currency = ANY_CURRENCY,
    onProgress,
  }: ExportOptions = {},
): AsyncGenerator<string> {
  const isPublic = onlyPublicIn === undefined ? () => true : await publicRows(db, onlyPublicIn);
  const tree = new JsonTree();
  let records = 0;
  const left = [
    ...(withPersons ? [] : COLLECTIONS_OF_PERSONS),
    ...(withMembers ? [] : [...COLLECTIONS_OF_MONEY, ...RECORDS_OF_PERSONS.map(({ topic }) => topic)]),
  ];
  const named = [...COLLECTIONS].flatMap(([name, collection]) => (left.includes(name) ? [] : [collection]));
  for (const collection of withPersons ? [...named, OTHERS] : named) {
    for await (const { text, count } of writePages(db, collection, tree, {
      isChosen: isPublic,
      withInternal: withPersons,
      withMoney: withMembers,
      currency,
    })) {
      records += count;
      onProgress?.(records);
      yield text;
    }
  }
  yield tree.end();
}

/** True if an export would contain amounts, which are in the club's currency. */
export async function storesAmounts({ query }: Reader): Promise<boolean> {
  const found = await Promise.all([
    query.selectFrom('forms').select('id').where('price', 'is not', null).limit(1).execute(),
    query.selectFrom('entries').select('key').where('reference', 'is not', null).limit(1).execute(),
    query.selectFrom('nameless_payments').select('reference').limit(1).execute(),
    query.selectFrom('event_counts').select('event_key').where('taken_in', 'is not', null).limit(1).execute(),
  ]);
  return found.some((rows) => rows.length > 0);
}

type Chosen = (collection: Collection<RowColumns>, row: RowColumns) => boolean;

async function publicRows(db: Reader, timeZone: string, now = Date.now()): Promise<Chosen> {
  const hidden = await listHiddenForms(db);
  const today = clubDay(timeZone, now);
  return ({ topic }, row) => {
    if (topic === 'event' || topic === 'page') return row['publish_at'] === null;
    if (topic === 'sponsor') return String(row['from_day'] ?? '') <= today;
    if (topic === 'notice') return Number(row['from_at'] ?? 0) <= now;
    if (topic === 'form') return !hidden.has(String(row['id']));
    return topic !== 'entry' || !hidden.has(String(row['form_id']));
  };
}

interface Left {
  currency: string;
  isChosen: Chosen;
  withInternal: boolean;
  withMoney: boolean;
}

async function* writePages(
  db: Reader,
  collection: Collection<RowColumns>,
  tree: JsonTree,
  { isChosen, ...options }: Left,
) {
  let last: RowColumns | undefined;
  do {
    const page: RowColumns[] = await selectPage(db, collection, last, RECORDS_PER_PAGE);
    const chosen = page.filter((row) => isChosen(collection, row));
    const text = chosen.map((row) => tree.add(collection.path(row), collection.write(row, options))).join('');
    yield { text, count: chosen.length };
    last = page.length === RECORDS_PER_PAGE ? page.at(-1) : undefined;
  } while (last);
}

/** Paths with the same beginning have to follow each other. */
class JsonTree {
  #open: string[] = [];
  #isEmpty = true;

  add(path: string[], value: unknown): string {
    if (value === undefined) return '';
    const folders = path.slice(0, -1);
    const common = folders.findIndex((name, level) => name !== this.#open[level]);
    const shared = common === -1 ? folders.length : common;
    const closed = '\n}'.repeat(this.#open.length - shared);
    const opened = folders.slice(shared).map((name) => `${JSON.stringify(name)}:{\n`);
    const separator = this.#isEmpty ? '{\n' : ',\n';
    this.#open = folders;
    this.#isEmpty = false;
    return `${closed}${separator}${opened.join('')}${JSON.stringify(path.at(-1))}:${JSON.stringify(value)}`;
  }

  end(): string {
    return `${this.#isEmpty ? '{' : ''}${'\n}'.repeat(this.#open.length)}\n}\n`;
  }
}
