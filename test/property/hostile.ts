import fc, { type Arbitrary } from 'fast-check';

/** Texts that broke something somewhere once. */
const KNOWN = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'a\uDC00b',
  '\uFFFE',
  '\u202Egnp.exe',
  '\r\nset-cookie: a=b',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'undefined',
  'null',
  'NaN',
  '-0',
  '1e309',
  '9'.repeat(400),
  '../../../etc/passwd',
  '..\\..\\windows',
  '%00',
  '%2e%2e%2f',
  '%E0%A4%A',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}',
  '=HYPERLINK("https://evil.example")',
  'x;=HYPERLINK("https://evil.example")',
  'x\n"\t@SUM(1)',
  "'; drop table events; --",
  '0000-00-00T00:00',
  '9999-12-31T23:59',
  '275760-09-13T00:00',
  'İıſK',
  '👩‍👩‍👧‍👦',
  'a'.repeat(30_000),
  '['.repeat(5000) + ']'.repeat(5000),
];

export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...KNOWN) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  // Halves of surrogate pairs too.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
  fc.string({ maxLength: 40 }),
);

export const hostileNumber: Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 1e21, -1e21, 2 ** 31, 2 ** 53, -(2 ** 53), 8.64e15, -8.64e15, 1.7e308, 5e-324),
  fc.constantFrom(NaN, Infinity, -Infinity),
  fc.integer(),
  fc.double(),
);

/** Names that mean something to an object. */
const hostileName = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'length', ''), hostileText);

/** Anything that JSON can say, and a little deeper than anybody expects. */
export const hostileValue: Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    hostileText,
    hostileNumber,
    fc.constantFrom<unknown>(true, false, null, [], {}, [[]], [null], { length: -1 }, { name: {} }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(hostileName, tie('value')), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
    fc.integer({ min: 50, max: 2000 }).map(nested),
  ),
})).value;

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** `valid` with some of its parts replaced, left out, doubled or added to, anywhere in it. */
export function mutate(valid: unknown): Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('deeper', 'deeper', 'deeper', 'drop', 'add', 'replace', 'list'),
    value: hostileValue,
  });
  return fc.array(change, { maxLength: 3 }).map((changes) => {
    let value = structuredClone(valid);
    for (const { at, how, value: other } of changes) value = changed(value, at, how, other);
    return value;
  });
}

function changed(value: unknown, at: number, how: string, other: unknown): unknown {
  if (how === 'list') return [value];
  if (typeof value !== 'object' || value === null || how === 'replace') return other;
  const entries = Object.entries(value);
  const place = at % (entries.length + 1);
  if (how === 'add' || place === entries.length) entries.push([`x${at}`, other]);
  const parts = entries.flatMap(([name, part], index): [string, unknown][] => {
    if (index !== place) return [[name, part]];
    return how === 'drop' ? [] : [[name, changed(part, Math.floor(at / 7), at % 3 === 0 ? 'replace' : how, other)]];
  });
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}
