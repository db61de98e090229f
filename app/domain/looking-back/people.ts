import { createHmac, randomBytes } from 'node:crypto';
import { inChunks, type Reader, type Writer } from '../../db/db.server.ts';
import { holdNote, readNote } from '../../db/notes.ts';
import { addressKey } from '../address-key.ts';
import { newToken } from '../tokens.ts';

const AT_ONCE = 250;

/**
 * Notes who has appeared in a year of the club, and returns how many of them are new. An address is stored only as a
 * mark, made with a key of that year. Key and marks are deleted after the year, and an erased person's mark is replaced
 * by a random one (docs/decisions/0009).
 */
export async function noteNewPeople(tx: Writer, year: number, addresses: readonly string[]): Promise<number> {
  const marks = marksOf(await holdNote(tx, nameOfKey(year), newKeyOfYear()), addresses);
  let added = 0;
  for (const some of inChunks(marks, AT_ONCE)) {
    const rows = await tx.query
      .insertInto('year_people')
      .values(some.map((mark) => ({ year, mark })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('mark')
      .execute();
    added += rows.length;
  }
  return added;
}

/** Counts a year's new people, event by event, as if each event had been counted; nothing is written. */
export class YearsPeople {
  readonly #db: Reader;
  readonly #listCounted: (year: number) => Promise<string[]>;
  readonly #years = new Map<number, { key: string; seen: Set<string> }>();

  /** `listCounted` returns the addresses of a year that were counted already, for a year without marks. */
  constructor(db: Reader, listCounted: (year: number) => Promise<string[]>) {
    this.#db = db;
    this.#listCounted = listCounted;
  }

  async countNew(year: number, addresses: readonly string[]): Promise<number> {
    if (addresses.length === 0) return 0;
    const { key, seen } = await this.#read(year);
    const before = seen.size;
    for (const mark of marksOf(key, addresses)) seen.add(mark);
    return seen.size - before;
  }

  async #read(year: number): Promise<{ key: string; seen: Set<string> }> {
    const known = this.#years.get(year);
    if (known) return known;
    const rows = await this.#db.query.selectFrom('year_people').select('mark').where('year', '=', year).execute();
    const found = await findKey(this.#db, year);
    const key = found ?? newKeyOfYear();
    const marks = found === undefined ? marksOf(key, await this.#listCounted(year)) : rows.map(({ mark }) => mark);
    const read = { key, seen: new Set(marks) };
    this.#years.set(year, read);
    return read;
  }
}

/** Forgets the marks of all years; the next count makes new ones for everybody who is still stored. */
export async function forgetPeople({ query }: Writer): Promise<void> {
  await query.deleteFrom('year_people').execute();
  await query.deleteFrom('app_state').where('name', 'like', `${KEY}%`).execute();
}

/** The person stays counted, as somebody nothing is known about. */
export async function forgetPerson(tx: Writer, addresses: readonly string[]): Promise<void> {
  const rows = await tx.query.selectFrom('app_state').selectAll().where('name', 'like', `${KEY}%`).execute();
  for (const { name, value } of rows) {
    const year = Number(name.slice(KEY.length));
    for (const mark of marksOf(value, addresses)) {
      await tx.query
        .updateTable('year_people')
        .set({ mark: newToken() })
        .where('year', '=', year)
        .where('mark', '=', mark)
        .execute();
    }
  }
}

/** Earlier years no longer need marks: their numbers are stored beside the events. */
export async function forgetYearsBefore(tx: Writer, year: number): Promise<void> {
  await tx.query.deleteFrom('year_people').where('year', '<', year).execute();
  const rows = await tx.query.selectFrom('app_state').select('name').where('name', 'like', `${KEY}%`).execute();
  for (const { name } of rows) {
    if (Number(name.slice(KEY.length)) < year)
      await tx.query.deleteFrom('app_state').where('name', '=', name).execute();
  }
}

/** The start of the name under which app_state stores a year's key. */
const KEY = 'people-key-';

function nameOfKey(year: number): string {
  return `${KEY}${year}`;
}

function newKeyOfYear(): string {
  return randomBytes(32).toString('base64url');
}

export function findKey(db: Reader, year: number): Promise<string | undefined> {
  return readNote(db, nameOfKey(year));
}

function marksOf(key: string, addresses: readonly string[]): string[] {
  const secret = Buffer.from(key, 'base64url');
  const mark = (address: string) => createHmac('sha256', secret).update(addressKey(address)).digest('base64url');
  return [...new Set(addresses.map(mark))];
}
