import { expect, test } from 'vitest';
import { ROWS_PER_CHUNK, groupedChunks } from './row-chunks.ts';

const shapeOf = (groups: string[]) =>
  groupedChunks(groups, (group) => group).map(({ rows, heading, before }) => [heading, before, rows.length]);

test('no chunk holds rows of two groups, and only the first of a group of several rows has its name', () => {
  const long = Array.from({ length: ROWS_PER_CHUNK + 1 }, () => 'Long');
  expect(shapeOf(['One', ...long, 'Two', 'Two'])).toEqual([
    ['', 0, 1],
    ['Long', 1, ROWS_PER_CHUNK],
    ['', ROWS_PER_CHUNK + 1, 1],
    ['Two', ROWS_PER_CHUNK + 2, 2],
  ]);
  expect(shapeOf([])).toEqual([]);
});

test('rows of no group are cut by their number alone', () => {
  expect(shapeOf(Array.from({ length: ROWS_PER_CHUNK + 1 }, () => ''))).toEqual([
    ['', 0, ROWS_PER_CHUNK],
    ['', ROWS_PER_CHUNK, 1],
  ]);
});
