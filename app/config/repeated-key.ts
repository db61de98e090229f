/** A text with the colon behind it is a key. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\],]/g;

interface Level {
  /** Undefined in a list. */
  keys: Set<string> | undefined;
  /** Where the value stands that is read now: its key, or its place in a list. */
  at: string | number;
}

/** The path of the first key that stands twice in an object of `json`, which must be valid: parsing keeps the last one. */
export function findRepeatedKey(json: string): string | undefined {
  const levels: Level[] = [];
  for (const [token, text, colon] of json.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ keys: new Set(), at: '' });
    else if (token === '[') levels.push({ keys: undefined, at: 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',') {
      if (typeof level?.at === 'number') level.at++;
    } else if (level?.keys && text !== undefined && colon !== undefined) {
      level.at = String(JSON.parse(text));
      if (level.keys.has(level.at)) return levels.map(({ at }) => at).join('.');
      level.keys.add(level.at);
    }
  }
  return undefined;
}
