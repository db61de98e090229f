/** Deeper than anything that an import takes or this product stores: whatever walks through JSON is safe so far. */
const DEEPEST = 64;

/** True for lists and objects that lie in each other more than `levels` deep. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let containers = [value].filter(isContainer);
  for (let level = 0; containers.length > 0; level++) {
    if (level === levels) return true;
    containers = containers.flatMap((one): unknown[] => Object.values(one)).filter(isContainer);
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** What a column holds as JSON; undefined for what is none, and for what is nested too deeply to be handed on. */
export function parseStored(stored: string): unknown {
  try {
    const value: unknown = JSON.parse(stored);
    return isDeeperThan(value, DEEPEST) ? undefined : value;
  } catch {
    return undefined;
  }
}

/**
 * The object that a column holds, or the list of objects where `otherwise` is a list; `otherwise` where it holds none: one
 * row that cannot be read takes no list with it.
 */
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

/** What stands in the place of a question where a response cannot be read. */
export const UNREADABLE = 'Cannot be read';

/**
 * The answers of a response or a submission by field name; of one that cannot be read the text that is stored, so that
 * it can be seen and erased.
 */
export function readAnswers<Answer extends string | number | boolean>(stored: string): Record<string, Answer | string> {
  const answers = readStored<Record<string, Answer> | null>(stored, null);
  const isWhole = answers !== null && !Object.values(answers).some(isContainer);
  return isWhole ? answers : { [UNREADABLE]: stored };
}
