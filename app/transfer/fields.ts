import { isOwnPath } from '../domain/records/define.ts';
import { readStored } from '../domain/stored-json.ts';

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

/** The years 1 to 9999, in epoch milliseconds. */
const FIRST_INSTANT = -62_135_596_800_000;
const LAST_INSTANT = 253_402_300_799_999;
const NUMERIC = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;

export function readText(value: unknown, path: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new BadValue(path, 'must be a text');
  if (value.includes('\0')) throw new BadValue(path, 'must not contain a NUL character');
  return value.toWellFormed();
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
  return Math.round(instant);
}

export function readAddress(value: unknown, path: string, ...schemes: string[]): string | null {
  const address = readText(value, path);
  if (!address) return address;
  if (schemes.includes('/') && isOwnPath(address)) return address;
  const scheme = URL.canParse(address) ? new URL(address).protocol : undefined;
  if (scheme === undefined || !schemes.includes(scheme)) {
    throw new BadValue(path, `must be an address that begins with ${schemes.join(' or ')}`);
  }
  return address;
}

/** An array, or an object whose keys are numbers. Holes are left out. */
export function readList(value: unknown, path: string): unknown[] | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object') throw new BadValue(path, 'must be a list');
  if (!Array.isArray(value) && Object.keys(value).some((key) => !/^\d+$/.test(key))) {
    throw new BadValue(path, 'must be a list');
  }
  return Object.entries(value)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .flatMap(([, item]) => (item === null ? [] : [item]));
}

/** Each field is read once; what nobody asked for is the record's unknown rest. */
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

  nested(name: string): Fields {
    return new Fields(this.take(name) ?? {}, this.at(name));
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
