import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** `sha256` in hexadecimal. */
export interface Sum {
  bytes: number;
  sha256: string;
}

/** For this user alone, and on disk when `end` returns. */
export function writeSummed(file: string) {
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  const ended = finished(stream);
  // A failure is reported where it is waited for.
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
