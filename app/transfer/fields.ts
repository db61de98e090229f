import { readStored } from '../domain/stored-json.ts';
import { BadValue } from './bad-value.ts';
import { readAddress, readFlag, readInstant, readNumber, readPrice, readText } from './values.ts';

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

export function keep(rest: Record<string, unknown>): string | null {
  return Object.keys(rest).length > 0 ? JSON.stringify(rest) : null;
}

export function kept(extra: string | null): Record<string, unknown> {
  return readStored(extra, {});
}

export function present(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !isNothing(value)));
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
