import { expect, test } from 'vitest';
import { MARKDOWN_BLOW_UPS } from '../../test/property/blow-ups.ts';
import { TooCostly } from '../limits/child-process.ts';
import { renderInChild } from './render-in-child.ts';

test('a text that would take minutes is given up in time', async () => {
  const text = MARKDOWN_BLOW_UPS['emphasis that closes late'] ?? '';
  await expect(renderInChild({ text, language: 'md' }, { timeMs: 1500, megabytes: 384 })).rejects.toThrow(TooCostly);
});
