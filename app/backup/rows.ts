import type { AnyRow } from '../db/whole-tables.ts';

/** Bytes become { "base64": … }. */
export function packRow(columns: string[], row: AnyRow): unknown[] {
  return columns.map((column) => pack(row[column], column));
}

/** @throws TypeError for a line that is none. */
export function unpackRow(columns: string[], line: unknown): unknown[] {
  if (!Array.isArray(line) || line.length !== columns.length) throw new TypeError('a row has another number of values');
  return line.map(unpack);
}

function pack(value: unknown, column: string): unknown {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  throw new TypeError(`The column ${column} holds what a backup cannot carry: ${typeof value}`);
}

function unpack(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!('base64' in value) || typeof value.base64 !== 'string') throw new TypeError('a row holds an unknown value');
  return Buffer.from(value.base64, 'base64');
}
