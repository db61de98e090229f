import { BadValue } from './bad-value.ts';

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

export function readFlag(value: unknown, path: string): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'boolean') throw new BadValue(path, 'must be true or false');
  return value ? 1 : 0;
}

export function readNumber(value: unknown, path: string): number | null {
  if (value === undefined || value === null) return null;
  const number = typeof value === 'string' && NUMERIC.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new BadValue(path, 'must be a number');
  return number;
}

export function readPrice(value: unknown, path: string): number | null {
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
