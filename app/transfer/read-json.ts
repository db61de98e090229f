import { once } from 'node:events';
import { Readable, type Duplex } from 'node:stream';
import { parser, type Token } from 'stream-json/parser.js';
import { verifier } from 'stream-json/utils/verifier.js';
import { RecordWalker, type FoundRecord } from './record-walker.ts';
import { Unreadable } from './unreadable.ts';

/** From the beginning at every call. */
export type Source = () => AsyncIterable<Uint8Array>;

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
};

type OnBytes = (bytes: number) => void;

/** @throws Unreadable with the line and the place of the first fault. */
export async function checkSyntax(source: Source, onBytes: OnBytes): Promise<void> {
  const checker = through(source, onBytes, verifier.asStream());
  try {
    checker.resume();
    await once(checker, 'finish');
  } catch (error) {
    throw unreadable(error);
  }
}

/** Holds one record at a time. @throws Unreadable, before the first, when the file does not hold one object. */
export async function* readRecords(source: Source, onBytes: OnBytes): AsyncGenerator<FoundRecord> {
  const walker = new RecordWalker();
  const tokens: AsyncIterable<Token> = through(source, onBytes, parser.asStream({ streamValues: false }));
  for await (const token of tokens) {
    const found = walker.take(token);
    if (found) yield found;
  }
}

/** What breaks on the way breaks `target`. */
function through(source: Source, onBytes: OnBytes, target: Duplex): Duplex {
  const text = Readable.from(decode(source, onBytes));
  text.on('error', (error) => target.destroy(error));
  target.on('close', () => text.destroy());
  return text.pipe(target);
}

async function* decode(source: Source, onBytes: OnBytes): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of source()) {
    onBytes(chunk.byteLength);
    const text = decoder.decode(chunk, { stream: true });
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}

function unreadable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('line' in error && 'pos' in error) {
    return new Unreadable(`it is not JSON: line ${String(error.line)}, character ${String(error.pos)}`);
  }
  const code = 'code' in error ? String(error.code) : '';
  return new Unreadable(REASONS[code] ?? error.message);
}
