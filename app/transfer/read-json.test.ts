import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sourceOf } from '../../test/transfers.ts';
import { checkSyntax, readRecords } from './read-json.ts';

const ignore = () => {};

async function recordsOf(text: string) {
  const found: [string, unknown][] = [];
  for await (const { keys, value } of readRecords(sourceOf(Buffer.from(text)), ignore)) {
    found.push([keys.join('/'), value]);
  }
  return found;
}

test('finds every record where it stands, by object and by list', async () => {
  const text = JSON.stringify({
    event: { a: { title: 'A', list: [1, { deep: true }] }, b: 5, c: null },
    food: [{ name: 'Soup' }, null],
    entry: { form: { k: { x: 'y' } }, list: [{ x: 'z' }], none: {} },
    others: { a: [1], b: 'text' },
    whole: [{ a: 1 }],
    scalar: 1.5,
    empty: {},
  });
  expect(await recordsOf(text)).toEqual([
    ['event/a', { title: 'A', list: [1, { deep: true }] }],
    ['event/b', 5],
    ['event/c', null],
    ['food/0', { name: 'Soup' }],
    ['food/1', null],
    ['entry/form/k', { x: 'y' }],
    ['entry/list/0', { x: 'z' }],
    ['others/a', [1]],
    ['others/b', 'text'],
    ['whole', [{ a: 1 }]],
    ['scalar', 1.5],
  ]);
});

test('the check and the reading agree with JSON about what can be read', async () => {
  const text = JSON.stringify({
    event: { '-K': { title: 'ü"\\\n', list: [1e3, -0.5, true, null] } },
    food: [{ a: '' }],
  });
  const mutation = fc.record({
    at: fc.nat(text.length),
    removed: fc.nat(3),
    added: fc.constantFrom(
      '',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '0',
      '-',
      '.',
      'e',
      ' ',
      '\n',
      '\u0001',
      'true',
      'nul',
    ),
  });
  await fc.assert(
    fc.asyncProperty(mutation, async ({ at, removed, added }) => {
      const mutated = text.slice(0, at) + added + text.slice(at + removed);
      const isJson = isReadable(() => JSON.parse(mutated));
      expect(await succeeds(() => checkSyntax(sourceOf(Buffer.from(mutated)), ignore))).toBe(isJson);
      const isObject = isJson && mutated.trim().startsWith('{');
      expect(await succeeds(() => recordsOf(mutated))).toBe(isObject);
    }),
    { numRuns: 500 },
  );
});

function isReadable(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    return false;
  }
}
