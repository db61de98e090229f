import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { AnyRow } from '../db/whole-tables.ts';

/** `sha256` in hexadecimal. */
export interface Sum {
  bytes: number;
  sha256: string;
}

/** Only this user can read the file. It is on disk when `end` returns. */
export function writeSummed(file: string) {
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  const ended = finished(stream);
  // A failure is reported to whoever awaits it.
  ended.catch(() => undefined);
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async write(text: string): Promise<void> {
      const part = Buffer.from(text);
      hash.update(part);
      bytes += part.length;
      if (stream.errored) throw stream.errored;
      if (!stream.write(part)) await Promise.race([once(stream, 'drain'), ended]);
    },
    async end(): Promise<Sum> {
      stream.end();
      await ended;
      return { bytes, sha256: hash.digest('hex') };
    },
    destroy: () => stream.destroy(),
  };
}

export async function sumOf(content: AsyncIterable<Uint8Array>): Promise<Sum> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of content) {
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Node's own reader of lines also ends one at U+2028, which JSON allows. */
export async function* readLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of content) {
    const lines = `${rest}${decoder.decode(part, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
  if (rest) yield JSON.parse(rest);
}

/** Bytes become { "base64": … }. */
export function packRow(columns: string[], row: AnyRow): unknown[] {
  return columns.map((column) => pack(row[column], column));
}

/** @throws TypeError for an invalid line. */
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
