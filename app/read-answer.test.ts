import { expect, test } from 'vitest';
import { describeProblem, ProblemError } from './problem.ts';
import { ForeignAnswer, readAnswer, readPage } from './read-answer.ts';

const read = (body: string | null, status = 200) =>
  readAnswer<{ recorded: true }>(new Response(body, { status }), ['recorded'], 'Please try again.');

const FOREIGN = [
  null,
  '',
  '<!doctype html><p>Please log in',
  '{}',
  '{"ok":true}',
  '[]',
  '"recorded"',
  'null',
  '{"recor',
];

test.each(FOREIGN)('what is no answer of the site’s is none, whatever its status: %s', async (body) => {
  for (const status of [200, 403, 500, 502, 511]) await expect(read(body, status)).rejects.toThrow(ForeignAnswer);
});

test('what the site stored and what it refused are read', async () => {
  expect(await read('{"recorded":true}')).toEqual({ recorded: true });
  const problem = describeProblem(422, 'Please enter your name');
  await expect(read(JSON.stringify(problem), 422)).rejects.toThrow(ProblemError);
  await expect(read(JSON.stringify(problem), 422)).rejects.toMatchObject({ problem });
});

test('a page that is not of this site is none', async () => {
  const page = '<main id="page_content">';
  expect(await readPage(new Response(page))).toBe(page);
  await expect(readPage(new Response('<form>Log in'))).rejects.toThrow(ForeignAnswer);
  await expect(readPage(new Response(page, { status: 500 }))).rejects.toThrow(ForeignAnswer);
});
