import { parseJson } from './parse-json.ts';

/** Deeper than anything that is imported or stored, and still safe to recurse into. */
const DEEPEST = 64;

export function isDeeperThan(value: unknown, levels: number): boolean {
  let containers = [value].filter(isContainer);
  for (let level = 0; containers.length > 0; level++) {
    if (level === levels) return true;
    containers = containers.flatMap((one): unknown[] => Object.values(one)).filter(isContainer);
  }
  return false;
}

export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** undefined for no JSON, and for what is nested too deeply. */
export function parseStored(stored: string): unknown {
  const value = parseJson(stored);
  return isDeeperThan(value, DEEPEST) ? undefined : value;
}

/** `otherwise` where it cannot be read: one bad row takes no list with it. */
export function readStored<Stored extends object | null>(stored: string | null, otherwise: Stored): Stored {
  if (stored === null) return otherwise;
  try {
    const value: Stored = JSON.parse(stored);
    const isMeant = Array.isArray(otherwise)
      ? Array.isArray(value) && value.every(isContainer)
      : isContainer(value) && !Array.isArray(value);
    return isMeant && !isDeeperThan(value, DEEPEST) ? value : otherwise;
  } catch {
    return otherwise;
  }
}
