import { expect, test } from 'vitest';
import { renderInChild } from '../../app/guide/render-in-child.ts';
import { TooCostly } from '../../app/limits/child-process.ts';
import { MARKDOWN_BLOW_UPS } from '../property/blow-ups.ts';

const LIMITS = { timeMs: 10_000, megabytes: 96 };

/** Characters of what was rendered; -1 where it was given up. */
async function lengthOf(text: string): Promise<number> {
  try {
    return (await renderInChild({ text, language: 'md' }, LIMITS)).html.length;
  } catch (error) {
    if (error instanceof TooCostly) return -1;
    throw error;
  }
}

test.each(Object.entries(MARKDOWN_BLOW_UPS))('in the guide, %s end in time', async (_, text) => {
  expect(await lengthOf(text)).toBeLessThanOrEqual(10_000_000);
});
