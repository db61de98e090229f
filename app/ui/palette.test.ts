import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentPalette, contrast } from './palette.ts';

const LIGHT_GROUNDS = ['#ffffff', '#fbf8f1', '#f1ebdd'];
const DARK_GROUNDS = ['#10131a', '#161a24', '#1d222e'];
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('any accent gives texts of 4.5:1 on every ground of both themes, and on its own fill', () => {
  fc.assert(
    fc.property(hex, (accent) => {
      const palette = accentPalette(accent);
      const [lightTint = '', darkTint = ''] = [palette['--light-accent-tint'], palette['--dark-accent-tint']];
      for (const ground of [...LIGHT_GROUNDS, lightTint])
        expect(contrast(palette['--light-accent'] ?? '', ground)).toBeGreaterThanOrEqual(4.5);
      for (const ground of [...DARK_GROUNDS, darkTint])
        expect(contrast(palette['--dark-accent'] ?? '', ground)).toBeGreaterThanOrEqual(4.5);
      for (const theme of ['light', 'dark'] as const) {
        const fill = palette[`--${theme}-accent-fill`] ?? '';
        expect(contrast(fill, palette[`--${theme}-on-accent`] ?? '')).toBeGreaterThanOrEqual(4.5);
      }
    }),
  );
});

test('an accent that can be read as it is stays as the club wrote it', () => {
  expect(accentPalette('#aa3b3b')['--light-accent-fill']).toBe('#aa3b3b');
});
