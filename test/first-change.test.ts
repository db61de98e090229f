import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const tasks = z
  .array(
    z.object({ test: z.string(), title: z.string(), task: z.string(), look: z.array(z.string()), minutes: z.number() }),
  )
  .parse(JSON.parse(readFileSync('first-changes/tasks.json', 'utf8')));

test('each first change has its test, a place for it, and files to look at that are there', () => {
  const kept = readdirSync('first-changes').filter((name) => name.endsWith('.test.ts'));
  expect(tasks.map((task) => basename(task.test)).toSorted()).toEqual(kept.toSorted());
  expect(tasks.length).toBeGreaterThan(0);
  // Its imports are those of its place.
  expect(tasks.filter((task) => !/^(cli|test)\/[\w-]+\.test\.ts$/.test(task.test))).toEqual([]);
  expect(tasks.flatMap(({ look }) => look).filter((file) => !existsSync(file))).toEqual([]);
});
