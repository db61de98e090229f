import { once } from 'node:events';
import { Readable, type Duplex } from 'node:stream';
import { parser, type Token } from 'stream-json/parser.js';
import { verifier } from 'stream-json/utils/verifier.js';
import Assembler from 'stream-json/assembler.js';
import { COLLECTIONS } from './collections/all.ts';

/** The message is one line for the person who chose the file. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

/** Every call reads from the beginning. */
export type JsonSource = () => AsyncIterable<Uint8Array>;

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
};

type OnBytes = (bytes: number) => void;

/** @throws Unreadable with the line and the place of the first fault. */
export async function checkSyntax(source: JsonSource, onBytes: OnBytes): Promise<void> {
  const checker = through(source, onBytes, verifier.asStream());
  try {
    checker.resume();
    await once(checker, 'finish');
  } catch (error) {
    throw unreadable(error);
  }
}

/** Holds one record in memory at a time. @throws Unreadable before the first one if the file is not a single object. */
export async function* readRecords(source: JsonSource, onBytes: OnBytes): AsyncGenerator<FoundRecord> {
  const walker = new RecordWalker();
  const tokens: AsyncIterable<Token> = through(source, onBytes, parser.asStream({ streamValues: false }));
  for await (const token of tokens) {
    const found = walker.take(token);
    if (found) yield found;
  }
}

/** An error in reading destroys `target`. */
function through(source: JsonSource, onBytes: OnBytes, target: Duplex): Duplex {
  const text = Readable.from(decode(source, onBytes));
  text.on('error', (error) => target.destroy(error));
  target.on('close', () => text.destroy());
  return text.pipe(target);
}

async function* decode(source: JsonSource, onBytes: OnBytes): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of source()) {
    onBytes(chunk.byteLength);
    const text = decoder.decode(chunk, { stream: true });
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}

export function unreadable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('line' in error && 'pos' in error) {
    return new Unreadable(`it is not JSON: line ${String(error.line)}, character ${String(error.pos)}`);
  }
  const code = 'code' in error ? String(error.code) : '';
  return new Unreadable(REASONS[code] ?? error.message);
}

export interface FoundRecord {
  keys: string[];
  value: unknown;
  /** True if something was nested more than 32 levels deep; it is left out of `value`. */
  tooDeep: boolean;
}

/** The hosted realtime databases from which clubs move here hold at most 32 levels. */
const DEEPEST = 32;

class RecordWalker {
  /** For each container above the records, the next index of an array, or undefined for an object. */
  readonly #open: (number | undefined)[] = [];
  #keys: string[] = [];
  #assembler: Assembler | undefined;
  #tooDeep = false;

  take(token: Token): FoundRecord | undefined {
    if (this.#assembler) return this.#assemble(this.#assembler, token);
    switch (token.name) {
      case 'startObject':
      case 'startArray':
        return this.#start(token);
      case 'endObject':
      case 'endArray':
        this.#open.pop();
        this.#keys.length = this.#open.length;
        return undefined;
      case 'keyValue':
        this.#keys[this.#open.length - 1] = token.value;
        return undefined;
      case 'stringValue':
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        return this.#found(token.value);
      case 'numberValue':
        return this.#found(Number(token.value));
      default:
        return undefined;
    }
  }

  #start(token: Token): undefined {
    const isArray = token.name === 'startArray';
    if (this.#open.length === 0 && isArray) throw notAnObject();
    this.#countItem();
    if (this.#isRecord(isArray)) {
      this.#tooDeep = false;
      this.#assembler = new Assembler();
      this.#assembler.consume(token);
    } else {
      this.#open.push(isArray ? 0 : undefined);
    }
  }

  /** Entries are one level deeper, and an unknown list is stored as a whole. */
  #isRecord(isArray: boolean): boolean {
    const [collection] = this.#keys;
    if (collection === undefined) return false;
    const known = COLLECTIONS.get(collection);
    if (this.#open.length === 1) return known ? known.only !== undefined : isArray;
    return this.#open.length === (collection === 'entry' ? 3 : 2);
  }

  #assemble(assembler: Assembler, token: Token): FoundRecord | undefined {
    const opens = token.name === 'startObject' || token.name === 'startArray';
    if (opens && assembler.depth === DEEPEST) this.#tooDeep = true;
    assembler.consume(token);
    if (!assembler.done) return undefined;
    this.#assembler = undefined;
    const value = this.#tooDeep ? undefined : assembler.current;
    return { keys: [...this.#keys], value, tooDeep: this.#tooDeep };
  }

  #found(value: unknown): FoundRecord {
    if (this.#open.length === 0) throw notAnObject();
    this.#countItem();
    return { keys: [...this.#keys], value, tooDeep: false };
  }

  #countItem(): void {
    const level = this.#open.length - 1;
    const index = this.#open[level];
    if (index === undefined) return;
    this.#keys[level] = String(index);
    this.#open[level] = index + 1;
  }
}

function notAnObject(): Unreadable {
  return new Unreadable('it does not hold one JSON object with the collections of a realtime database');
}
