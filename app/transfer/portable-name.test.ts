import { expect, test } from 'vitest';
import { portableName } from './portable-name.ts';

test.each([
  ['slides.pdf', 'slides.pdf'],
  ['Größe 2.jpg', 'Größe 2.jpg'],
  ['-OhPartyKey', '-OhPartyKey'],
  ['a:b?.pdf', 'a_b_.pdf'],
  ['con.txt', '_con.txt'],
  ['Lpt1', '_Lpt1'],
  ['console.log', 'console.log'],
  ['ends with a dot. ', 'ends with a dot_'],
])('%s is called %s', (name, called) => {
  expect(portableName(name)).toBe(called);
});

test('a name that is too long keeps its ending, and no character is cut in two', () => {
  const called = portableName(`${'🎈'.repeat(90)}.jpeg`);
  expect(Buffer.byteLength(called)).toBeLessThanOrEqual(200);
  expect(called).toMatch(/^🎈+\.jpeg$/u);
});
