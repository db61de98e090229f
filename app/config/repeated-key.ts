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

/** Comments and templates as a whole; what may be a key; every other sign. */
const CODE_TOKENS =
  /\/\*.*?\*\/|\/\/[^\n]*|`(?:[^`\\]|\\.)*`|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*)|[^\s\w]/gsu;

interface CodeLevel {
  opened: string;
  keys: Set<string>;
  at: string | number;
}

/**
 * The same of code: all of them, with the line where each stands again. It is read sign by sign and not understood: whoever asks
 * has to look whether the path leads to something.
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

/** Also of a value that is called as its key is. */
function isKey(before: string | undefined, after: string | undefined): boolean {
  return (before === '{' || before === ',') && (after === ':' || after === ',' || after === '}');
}
