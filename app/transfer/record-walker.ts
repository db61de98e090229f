import Assembler from 'stream-json/assembler.js';
import type { Token } from 'stream-json/parser.js';
import { COLLECTIONS } from './collections/all.ts';
import { Unreadable } from './unreadable.ts';

export interface FoundRecord {
  keys: string[];
  value: unknown;
  /** No realtime database wrote a value this deep; it is not kept in `value`. */
  tooDeep: boolean;
}

/** A realtime database holds at most 32 levels. */
const DEEPEST = 32;

export class RecordWalker {
  /** Of each container above the records: the next index of an array, or undefined for an object. */
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

  /** Entries lie one level deeper, and an unknown list is kept whole. */
  #isRecord(isArray: boolean): boolean {
    const [collection] = this.#keys;
    if (collection === undefined) return false;
    if (this.#open.length === 1) return isArray && !COLLECTIONS.has(collection);
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
