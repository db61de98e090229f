import { expect, test } from 'vitest';
import { MARKDOWN_BLOW_UPS } from '../../test/property/blow-ups.ts';
import { TooCostly } from '../limits/run-apart.ts';
import { renderApart } from './render-apart.ts';

test('a text that would take minutes is given up in time', async () => {
  const text = MARKDOWN_BLOW_UPS['emphasis that closes late'] ?? '';
  await expect(renderApart({ text, language: 'md' }, { timeMs: 1500, megabytes: 384 })).rejects.toThrow(TooCostly);
});
