import { expect, test } from 'vitest';
import { contrast } from '../colour.ts';
import { accentPalette } from './palette.ts';

// That every pair of texts and grounds keeps its contrast is in test/design-tokens.test.ts.

test('an accent that can be read as it is stays as the club wrote it', () => {
  const palette = accentPalette('#aa3b3b');
  expect(palette['--light-accent-fill']).toBe('#aa3b3b');
  expect(palette['--light-accent-edge']).toBe('#aa3b3b');
});

test('a fill that hardly differs from the paper is bounded by a colour that does', () => {
  for (const [accent, theme] of [
    ['#ffff66', 'light'],
    ['#0a0a12', 'dark'],
  ] as const) {
    const palette = accentPalette(accent);
    const [fill = '', edge = ''] = [palette[`--${theme}-accent-fill`], palette[`--${theme}-accent-edge`]];
    expect(contrast(fill, theme === 'light' ? '#fbf8f1' : '#10131a')).toBeLessThan(3);
    expect(contrast(edge, theme === 'light' ? '#fbf8f1' : '#10131a')).toBeGreaterThanOrEqual(3);
  }
});
