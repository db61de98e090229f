import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast } from '../app/colour.ts';
import { accentPalette, INK, LINE_STRONG, PAPER, PAPER_BRIGHT, PAPER_SHADED, RED } from '../app/ui/palette.ts';
import { TOKEN_PAIRS } from '../app/ui/token-pairs.ts';

const TOKENS = 'app/ui/tokens.css';
/** A narrow phone ends, a phone, a tablet held upright; from the last on there is a row of tabs (product.md 10). */
const WIDTHS = new Set(['24rem', '40rem', '56rem', '65.3rem']);
/**
 * A year's four columns, any table, an event's seven when narrow, and when wide: what large text leaves a table counts, not the screen.
 */
const TABLE_WIDTHS = new Set(['14rem', '40rem', '51rem', '56rem', '59.5rem']);
const sheets = globSync('app/**/*.css').toSorted();
const modules = sheets.filter((file) => file.endsWith('.module.css'));
const screens = globSync('app/**/*.{ts,tsx}').toSorted();
const textOf = (file: string) => readFileSync(file, 'utf8');
/** Without comments; lines keep their numbers. */
const rulesOf = (file: string) => textOf(file).replaceAll(/\/\*[\s\S]*?\*\//g, (it) => it.replaceAll(/[^\n]/g, ' '));

/** Each line of the sheets on which `forbidden` stands, with its number. */
function linesWith(forbidden: RegExp, allowed = /^$/): string[] {
  return sheets
    .filter((file) => file !== TOKENS && file !== 'app/ui/fonts/faces.css')
    .flatMap((file) =>
      rulesOf(file)
        .split('\n')
        .map((line, at) => `${file}:${at + 1}: ${line.trim()}`)
        .filter((line) => forbidden.test(line) && !allowed.test(line)),
    );
}

describe('style sheets say everything in tokens', () => {
  test('colours', () => {
    const named = /[:,( ](white|black|red|gr[ae]y|silver|yellow|orange|blue|green)[;, )]/;
    expect(linesWith(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch|color|light-dark)a?\(/i)).toEqual([]);
    expect(linesWith(named)).toEqual([]);
    expect(linesWith(/var\(--raw-/)).toEqual([]);
  });

  test('durations', () => {
    expect(linesWith(/[ :,(](?!0s|1ms)[\d.]+m?s[ ;,)]/)).toEqual([]);
  });

  test('what a pointer only passes over, for pointers that can: a finger would leave it so', () => {
    const bare = sheets.flatMap((file) => {
      const around: string[] = [];
      return [...rulesOf(file).matchAll(/([^{};]*)([{};])/g)].flatMap(([, prelude = '', end]) => {
        if (end === '}') around.pop();
        if (end !== '{') return [];
        around.push(prelude.trim());
        const isGuarded = around.some((one) => one.startsWith('@media') && one.includes('(hover: hover)'));
        return prelude.includes(':hover') && !isGuarded ? [`${file}: ${prelude.trim()}`] : [];
      });
    });
    expect(bare).toEqual([]);
  });

  test('layers', () => {
    expect(linesWith(/z-index: (?!var\(--layer-)/)).toEqual([]);
  });

  test('space around and between things: what belongs to letters is in their own size, a hairline in pixels', () => {
    const raw = /(^|[ {])(gap|(row|column)-gap|(margin|padding)[a-z-]*): [^;]*\d(rem|px|pt)\b/;
    expect(linesWith(raw, /: -1px;/)).toEqual([]);
  });

  test('widths at which something changes', () => {
    const queried = [...sheets, ...screens].flatMap((file) =>
      [...rulesOf(file).matchAll(/@(?:media|container)[^{]*|'[^'\n]*\((?:min|max)-width:[^'\n]*'/g)].flatMap(
        ([query]) =>
          [...query.matchAll(/\bwidth\s*(?::|[<>]=?)\s*([\d.]+\w+)/g)].map(([, width = '']) => ({
            file,
            width,
            isTable: query.startsWith('@container'),
          })),
      ),
    );
    expect(queried.length).toBeGreaterThan(40);
    // The hero's picture stops where the next width begins: not every browser reads `<` outside of a sheet. Pictures in the events'
    // grid say where it has room for one column more.
    const asked = queried.filter(({ file }) => !file.endsWith('event-card.tsx'));
    const isKnown = ({ width, isTable }: (typeof asked)[number]) =>
      (isTable ? TABLE_WIDTHS : WIDTHS).has(width === '39.99rem' ? '40rem' : width);
    expect(asked.filter((one) => !isKnown(one))).toEqual([]);
  });

  test('sizes of type', () => {
    expect(linesWith(/font(-size)?: [^;]*\d(rem|px|pt|vw|ch)\b/)).toEqual([]);
    expect(linesWith(/font-size: (?!var\(|[\d.]+em;)/)).toEqual([]);
  });

  test('and know only tokens that exist, of which none is left over', () => {
    const written = screens.map(textOf).join('\n');
    const inCode = (name: string) => written.includes(name);
    const names = (file: string, form: RegExp) => [...rulesOf(file).matchAll(form)].map(([, name = '']) => name);
    const known = new Set(sheets.flatMap((file) => names(file, /(--[\w-]+):/g)));
    const used = new Set(sheets.flatMap((file) => names(file, /var\((--[\w-]+)/g)));
    const fromPalette = new Set(Object.keys(accentPalette('#aa3b3b')));
    expect([...used].filter((name) => !known.has(name) && !fromPalette.has(name) && !inCode(`'${name}'`))).toEqual([]);
    // A step of the grid may be waiting for its first use.
    const left = [...known].filter((name) => !used.has(name) && !inCode(`var(${name}`) && !/^--s\d+$/.test(name));
    expect(left).toEqual([]);
  });
});

test('every class of a style sheet is used by a file that imports it', () => {
  const unused = modules.flatMap((sheet) => {
    const uses = screens.flatMap((file) =>
      [...textOf(file).matchAll(/import \* as (\w+) from '(\.[^']+\.module\.css)'/g)]
        .filter(([, , path = '']) => join(dirname(file), path) === sheet)
        .flatMap(([, name]) => [...textOf(file).matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'))])
        .map(([, plain, quoted]) => plain ?? quoted),
    );
    const local = rulesOf(sheet).replaceAll(/:global\([^)]*\)|url\([^)]*\)/g, '');
    const classes = new Set([...local.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name));
    return [...classes].filter((name) => !uses.includes(name)).map((name) => `${sheet}: .${name}`);
  });
  expect(unused).toEqual([]);
});

test('what cannot read the style sheets has the same colours', () => {
  const colours = { PAPER, PAPER_SHADED, PAPER_BRIGHT, INK, LINE_STRONG, RED };
  for (const [name, { light, dark }] of Object.entries(colours)) {
    const token = `--raw-${name.toLowerCase().replaceAll('_', '-')}`;
    expect(rulesOf(TOKENS)).toContain(`${token}: light-dark(${light}, ${dark});`);
  }
});

describe('contrast', () => {
  const screenRules = rulesOf(TOKENS).split('@media print')[0] ?? '';
  const written = new Map([...screenRules.matchAll(/\s(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));

  /** A token's colour in one theme: follows var() and light-dark() through the sheet and the palette. */
  function colourOf(name: string, theme: 'light' | 'dark', palette: Record<string, string>): string {
    let value = palette[name] ?? written.get(name) ?? '';
    const sides = /^light-dark\((.+?(?:\))?), (.+)\)$/.exec(value);
    if (sides) value = (theme === 'light' ? sides[1] : sides[2]) ?? '';
    const next = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    return next ? colourOf(next, theme, palette) : value;
  }

  test('every pair of tokens keeps its contrast in both themes, for any accent', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    const hard = ['#000000', '#ffffff', '#fefefe', '#ffff00', '#39ff14', '#ff00ff', '#00ffff', '#808080', '#777777'];
    const falling = (accent: string) => {
      const palette = accentPalette(accent);
      return (['light', 'dark'] as const).flatMap((theme) =>
        TOKEN_PAIRS.map(({ front, ground, least }) => ({
          pair: `${theme}: ${front} on ${ground}`,
          measured: contrast(colourOf(front, theme, palette), colourOf(ground, theme, palette)),
          least,
        })).filter(({ measured, least }) => !(measured >= least)),
      );
    };
    for (const accent of hard) expect(falling(accent)).toEqual([]);
    fc.assert(
      fc.property(hex, (accent) => {
        expect(falling(accent)).toEqual([]);
      }),
    );
  });
});
