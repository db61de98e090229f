import type { SoughtAddress } from './address.ts';

/** True where a text anywhere in `value` holds the address: JSON that is kept as a text is looked into. */
export function mentions(value: unknown, sought: SoughtAddress): boolean {
  if (typeof value === 'string') {
    const inner = unpacked(value);
    return inner === undefined ? sought.isIn(value) : mentions(inner, sought);
  }
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one) => mentions(one, sought));
}

/** The same value without the address in any of its texts. */
export function withoutAddress(value: unknown, sought: SoughtAddress): unknown {
  if (typeof value === 'string') {
    const inner = unpacked(value);
    return inner === undefined ? sought.without(value) : JSON.stringify(withoutAddress(inner, sought));
  }
  if (Array.isArray(value)) return value.map((one) => withoutAddress(one, sought));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutAddress(one, sought)]));
}

/** The list or object that a text holds as JSON; escapes in it would hide where a word begins. */
function unpacked(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
