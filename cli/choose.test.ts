import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { choose } from './choose.ts';

test.each([
  ['2\n', 1],
  [' 1 \n', 0],
  ['\n', undefined],
  ['0\n', undefined],
  ['3\n', undefined],
  ['yes\n', undefined],
  ['', undefined],
])('%j chooses %j', async (typed, place) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(typed);
  expect(await choose(['Ada', 'Max'], 'Who?', { input, output })).toBe(place);
  output.end();
  expect(await text(output)).toContain('1. Ada\n2. Max\nWho? ');
});
