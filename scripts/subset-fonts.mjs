// node scripts/subset-fonts.mjs: cuts the two fonts to the letters and weights the site uses (app/ui/fonts/*.woff2).
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

// Latin-1, typographic punctuation, arrows and the few signs that texts use; other letters come from the full fonts.
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2010, 0x2027],
  [0x2030, 0x203a],
];
const single = '\u02c6\u02dc\u20ac\u2122\u2190\u2191\u2192\u2193\u2212\u2215';
const text =
  ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
    .join('') + single;

const fonts = [
  ['bricolage-grotesque', { wght: { min: 500, max: 800, default: 500 } }],
  ['atkinson-hyperlegible-next', { wght: { min: 400, max: 700, default: 400 } }],
];
for (const [name, variationAxes] of fonts) {
  const source = readFileSync(`node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`);
  const subset = await subsetFont(source, text, { targetFormat: 'woff2', variationAxes });
  writeFileSync(`app/ui/fonts/${name}.woff2`, subset);
  console.log(`${name}: ${source.length} → ${subset.length} bytes`);
}
