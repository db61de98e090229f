/** A string followed by a colon is a key. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\],]/g;

interface Level {
  /** Undefined in a list. */
  keys: Set<string> | undefined;
  /** The key or the index of the value being read. */
  at: string | number;
}

/** The path of the first key that an object in `json` has twice, of which parsing keeps the last. `json` must be valid. */
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

/** Whole comments and templates, possible keys, and any other character. */
const CODE_TOKENS =
  /\/\*.*?\*\/|\/\/[^\n]*|`(?:[^`\\]|\\.)*`|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*)|[^\s\w]/gsu;

interface CodeLevel {
  opened: string;
  keys: Set<string>;
  at: string | number;
}

/**
 * The same for code: all repeated keys, with the line of each repetition. The code is scanned but not understood, so the caller has
 * to check that a path exists.
 */
export function* listRepeatedKeysInCode(code: string): Generator<{ path: (string | number)[]; line: number }> {
  const levels: CodeLevel[] = [];
  const tokens = [...code.matchAll(CODE_TOKENS)].filter(([token]) => !/^\/[/*]/.test(token));
  for (const [place, { 0: token, 1: name, index }] of tokens.entries()) {
    const level = levels.at(-1);
    if ('{[('.includes(token)) levels.push({ opened: token, keys: new Set(), at: token === '[' ? 0 : '' });
    else if ('}])'.includes(token)) levels.pop();
    else if (token === ',' && level?.opened === '[' && typeof level.at === 'number') level.at++;
    else if (level?.opened === '{' && name !== undefined && isKey(tokens[place - 1]?.[0], tokens[place + 1]?.[0])) {
      level.at = name.replace(/^(["'])(.*)\1$/s, '$2');
      const path = levels.filter(({ opened }) => opened !== '(').map(({ at }) => at);
      if (level.keys.has(level.at)) yield { path, line: code.slice(0, index).split('\n').length };
      level.keys.add(level.at);
    }
  }
}

/** True also for a shorthand property, whose value has the name of its key. */
function isKey(before: string | undefined, after: string | undefined): boolean {
  return (before === '{' || before === ',') && (after === ':' || after === ',' || after === '}');
}
