import { hasScheme, isOwnPath } from '../domain/records/fields.ts';
import { readStored } from '../domain/stored-json.ts';
import { withUsualSpaces } from '../html/usual-spaces.ts';

export class BadValue extends Error {
  override name = 'BadValue';
  readonly path: string;
  readonly reason: string;

  /** `path` as in event/-Kxyz/datetime/timeStartTimestamp. */
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

export type Refuse = (path: string, reason: string) => void;

/** Reports a wrong field and reads the record as if it did not have it. `then` adds what else follows from that. */
export function orLeftOut<Value>(refuse: Refuse, read: () => Value, then?: string): Value | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    refuse(error.path, then === undefined ? error.reason : `${error.reason}: ${then}`);
    return null;
  }
}

/** The years 1 to 9999, in epoch milliseconds. */
const FIRST_INSTANT = -62_135_596_800_000;
const LAST_INSTANT = 253_402_300_799_999;
/** The years 2000 to 2100 in seconds; read as milliseconds, they would all be in January or February 1970. */
const [FIRST_SECOND, LAST_SECOND] = [946_684_800, 4_102_444_800];
const NUMERIC = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;

export function readText(value: unknown, path: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new BadValue(path, 'must be a text');
  if (value.includes('\0')) throw new BadValue(path, 'must not contain a NUL character');
  return withUsualSpaces(value).toWellFormed();
}

function readFlag(value: unknown, path: string): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'boolean') throw new BadValue(path, 'must be true or false');
  return value ? 1 : 0;
}

function readNumber(value: unknown, path: string): number | null {
  if (value === undefined || value === null) return null;
  const number = typeof value === 'string' && NUMERIC.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new BadValue(path, 'must be a number');
  return number;
}

function readPrice(value: unknown, path: string): number | null {
  const price = readNumber(value, path);
  if (price !== null && price < 0) throw new BadValue(path, 'must not be negative');
  return price;
}

export function readInstant(value: unknown, path: string): number | null {
  const instant = readNumber(value, path);
  if (instant === null) return null;
  if (instant < FIRST_INSTANT || instant > LAST_INSTANT) {
    throw new BadValue(path, 'must be epoch milliseconds within the years 1 to 9999');
  }
  if (instant >= FIRST_SECOND && instant < LAST_SECOND) {
    throw new BadValue(path, 'is a time in seconds, where epoch milliseconds are meant');
  }
  return Math.round(instant);
}

export function readAddress(value: unknown, path: string, ...schemes: string[]): string | null {
  const address = readText(value, path);
  if (!address) return address;
  if (schemes.includes('/') && isOwnPath(address)) return address;
  if (hasScheme(address, schemes)) return address;
  throw new BadValue(path, `must be an address that begins with ${schemes.join(' or ')}`);
}

/** An array, or an object whose keys are numbers. Holes are left out. */
export function readList(value: unknown, path: string): unknown[] | null {
  if (value === undefined || value === null) return null;
  return listItems(value, path).map(([, item]) => item);
}

/** Each item with its key in the file. */
function listItems(value: unknown, path: string): [key: string, item: unknown][] {
  if (!isList(value)) throw new BadValue(path, 'must be a list');
  return Object.entries(value)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .filter(([, item]) => item !== null);
}

export function isList(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.keys(value).every((key) => /^\d+$/.test(key));
}

/** Reads a list, and reports and leaves out each wrong item. A missing one is empty. */
export function readItems<Item>(
  value: unknown,
  path: string,
  refuse: Refuse,
  readOne: (item: unknown, at: string) => Item | null,
): Item[] {
  return listItems(value ?? [], path).flatMap(([key, item]) => {
    const at = `${path}/${key}`;
    return orLeftOut(refuse, () => readOne(item, at)) ?? [];
  });
}

/** Reads each field once; fields that were not read are the unknown rest of the record. */
export class Fields {
  readonly #path: string;
  readonly #unread: Map<string, unknown>;

  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new BadValue(path, 'must be an object');
    }
    this.#path = path;
    this.#unread = new Map(Object.entries(value));
  }

  at(name: string): string {
    return `${this.#path}/${name}`;
  }

  has(name: string): boolean {
    return (this.#unread.get(name) ?? null) !== null;
  }

  take(name: string): unknown {
    const value = this.#unread.get(name);
    this.#unread.delete(name);
    return value ?? null;
  }

  text(name: string): string | null {
    return readText(this.take(name), this.at(name));
  }

  flag(name: string): number | null {
    return readFlag(this.take(name), this.at(name));
  }

  number(name: string): number | null {
    return readNumber(this.take(name), this.at(name));
  }

  price(name: string): number | null {
    return readPrice(this.take(name), this.at(name));
  }

  instant(name: string): number | null {
    return readInstant(this.take(name), this.at(name));
  }

  address(name: string, ...schemes: string[]): string | null {
    return readAddress(this.take(name), this.at(name), ...schemes);
  }

  nested(name: string, refuse: Refuse): Fields {
    const [value, path] = [this.take(name) ?? {}, this.at(name)];
    return orLeftOut(refuse, () => new Fields(value, path)) ?? new Fields({}, path);
  }

  rest(): Record<string, unknown> {
    return Object.fromEntries([...this.#unread].filter(([, value]) => value !== null));
  }
}

export function writeExtra(rest: Record<string, unknown>): string | null {
  return Object.keys(rest).length > 0 ? JSON.stringify(rest) : null;
}

export function readExtra(extra: string | null): Record<string, unknown> {
  return readStored(extra, {});
}

export function present(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !isNothing(value)));
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
