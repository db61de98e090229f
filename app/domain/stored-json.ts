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

/** undefined if it is not JSON, or is nested too deeply. */
export function parseStored(stored: string): unknown {
  const value = parseJson(stored);
  return isDeeperThan(value, DEEPEST) ? undefined : value;
}

/** Returns `otherwise` if it cannot be read, so that one bad row does not break a whole list. */
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
