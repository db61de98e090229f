// node scripts/subset-fonts.mjs: cuts the two fonts to the letters and weights the site uses (app/ui/fonts/*.woff2).
// Then python3 scripts/open-zero.py.
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

// What every page needs: ASCII, typographic punctuation and the commonest accents.
const everywhere = `${lettersFrom([[0x20, 0x7e]])}\u00a0·–—‘’“”…→áäçèéíñóöü`;
// What names need: the rest of Latin-1, arrows and the few signs that texts use. Other letters come from the full fonts.
const names = lettersFrom([
  [0xa1, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2010, 0x2012],
  [0x2015, 0x2017],
  [0x201a, 0x201b],
  [0x201e, 0x2025],
  [0x2027, 0x2027],
  [0x2030, 0x203a],
]);
const signs = '\u02c6\u02dc\u20ac\u2122\u2190\u2191\u2193\u2212\u2215';
const rest = [...`${names}${signs}`].filter((letter) => !everywhere.includes(letter)).join('');

const fonts = [
  // Headings have one weight: two would cost every visitor as much again.
  ['bricolage-grotesque', { wght: 760 }],
  ['atkinson-hyperlegible-next', { wght: { min: 400, max: 700, default: 400 } }],
];
for (const [name, variationAxes] of fonts) {
  const source = readFileSync(`node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`);
  for (const [part, letters] of [
    ['', everywhere],
    ['-names', rest],
  ]) {
    const subset = await subsetFont(source, letters, { targetFormat: 'woff2', variationAxes });
    writeFileSync(`app/ui/fonts/${name}${part}.woff2`, subset);
    console.log(`${name}${part}: ${source.length} → ${subset.length} bytes`);
  }
}

function lettersFrom(ranges) {
  return ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
    .join('');
}
