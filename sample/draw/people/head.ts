import { darker, ink, lighter, mix, mustard, paper, red } from '../ink/palette.ts';
import { clipped, element, oval, over, rect, ring, shape, stroke } from '../ink/svg.ts';
import { hairBehind, hairOf } from './hair.ts';
import type { Person } from './roster.ts';

export type Mood = 'smile' | 'laugh' | 'calm' | 'talk' | 'away';
export type Looking = { readonly look?: number; readonly mood?: Mood; readonly tilt?: number };

const faceLine = 'M-38 -10C-40 -50 40 -50 38 -10C39 20 24 50 0 50C-24 50 -39 20 -38 -10Z';

const eyes = (x: number, mood: Mood): string =>
  mood === 'laugh'
    ? stroke(`M${x - 20} 1Q${x - 14} -7 ${x - 8} 1M${x + 8} 1Q${x + 14} -7 ${x + 20} 1`, ink, 3.4)
    : oval(x - 14, -1, 3.6, 4.4, ink) + oval(x + 14, -1, 3.6, 4.4, ink);

const mouths: Record<Mood, (x: number, line: string) => string> = {
  smile: (x, line) => stroke(`M${x - 12} 24Q${x} 35 ${x + 12} 24`, line, 3.6),
  calm: (x, line) => stroke(`M${x - 9} 28Q${x} 31 ${x + 9} 27`, line, 3.6),
  laugh: (x) =>
    shape(`M${x - 15} 21Q${x} 27 ${x + 15} 21Q${x + 11} 40 ${x} 40Q${x - 11} 40 ${x - 15} 21Z`, mix(red, ink, 0.35)) +
    shape(`M${x - 13} 22Q${x} 28 ${x + 13} 22L${x + 11} 26Q${x} 31 ${x - 11} 26Z`, paper),
  talk: (x) => oval(x, 28, 8, 7, mix(red, ink, 0.4)),
  away: () => '',
};

const beards = (person: Person, x: number): string => {
  const tone = mix(
    person.hair === person.top || person.style === 'turban' ? '#1e1a1f' : person.hair,
    person.skin,
    person.beard === 'stubble' ? 0.62 : 0.08,
  );
  if (person.beard === 'moustache')
    return shape(`M${x - 18} 24C${x - 10} 12 ${x + 10} 12 ${x + 18} 24C${x + 8} 22 ${x - 8} 22 ${x - 18} 24Z`, tone);
  const low = person.beard === 'full' ? 60 : 51;
  return shape(
    `M-38 -6C-33 8 ${x - 24} 16 ${x} 13C${x + 24} 16 33 8 38 -6C40 26 26 ${low} 0 ${low}C-26 ${low} -40 26 -38 -6ZM${x - 13} 24Q${x} 38 ${x + 13} 24Q${x} 20 ${x - 13} 24Z`,
    tone,
  );
};

const glassesOf = (kind: 'round' | 'square', x: number): string => {
  const frame = ink;
  const lens = (cx: number): string =>
    kind === 'round'
      ? ring(cx, 0, 12.5, frame, 3)
      : element('rect', {
          x: cx - 13,
          y: -10,
          width: 26,
          height: 20,
          rx: 4,
          fill: 'none',
          stroke: frame,
          'stroke-width': 3,
        });
  return (
    lens(x - 15) +
    lens(x + 15) +
    stroke(`M${x - 3} -2Q${x} -5 ${x + 3} -2M${x - 28} -3L-38 -6M${x + 28} -3L38 -6`, frame, 2.6)
  );
};

const phones = (colour: string): string =>
  stroke('M-42 0C-48 -66 48 -66 42 0', ink, 6) + rect(-50, -12, 16, 34, colour, 8) + rect(34, -12, 16, 34, colour, 8);

const isDark = (skin: string): boolean => Number.parseInt(skin.slice(1, 3), 16) < 0x70;

const features = (person: Person, look: number, mood: Mood): string => {
  const x = look * 13;
  const line = isDark(person.skin) ? mix(person.skin, '#1a0c0a', 0.6) : mix(person.skin, '#5a1f1a', 0.55);
  const brow = person.style === 'hijab' || person.style === 'turban' ? '#1e1a1f' : mix(person.hair, ink, 0.3);
  const side = look < 0 ? -1 : 1;
  return (
    (person.beard ? beards(person, x) : '') +
    eyes(x, mood) +
    stroke(`M${x - 21} -13Q${x - 14} -18 ${x - 8} -14M${x + 8} -14Q${x + 14} -18 ${x + 21} -13`, brow, 3.4) +
    stroke(`M${x + side * 1} 2Q${x + side * 8} 12 ${x + side * 5} 14Q${x + side} 16 ${x - side * 2} 14`, line, 2.8) +
    mouths[mood](x, line) +
    (person.glasses ? glassesOf(person.glasses, x) : '')
  );
};

/** The neck in head units; drawn over the shirt and under the collar. */
export const neck = (skin: string): string =>
  rect(-15, 30, 30, 50, skin, 6) + shape('M-15 42L15 42L15 54C8 68 -8 68 -15 60Z', mix(skin, '#7c2f22', 0.36));

const hidden = new Set(['hijab', 'long', 'bob', 'fringe']);

/** Face and hair in head units (face 76 × 100 around the origin). */
export const head = (
  person: Person,
  { look = 0, mood = 'smile' }: Looking = {},
): { behind: string; before: string } => {
  const hair = hairOf(person.style, person.hair);
  const ears = hidden.has(person.style)
    ? ''
    : oval(-38 + look * 4, 4, 7, 11, darker(person.skin, 0.12)) +
      oval(38 + look * 4, 4, 7, 11, darker(person.skin, 0.12));
  const face = element('path', { d: faceLine, fill: person.skin });
  const blush = mix(paper, red, 0.2);
  const shadow = clipped(
    face,
    over(
      shape(
        look > 0 ? 'M-40 -60L-26 -60C-32 0 -22 40 0 56L-40 56Z' : 'M40 -60L26 -60C32 0 22 40 0 56L40 56Z',
        lighter(mix(person.skin, red, 0.35), 0.45),
      ) +
        oval(look * 13 - 21, 15, 8, 6, blush) +
        oval(look * 13 + 21, 15, 8, 6, blush),
    ),
  );
  return {
    behind: hair.behind,
    before:
      ears + face + shadow + features(person, look, mood) + hair.before + (person.headphones ? phones(mustard) : ''),
  };
};

/** The head from behind, with its neck. */
export const headBehind = (person: Person): string =>
  rect(-15, 20, 30, 60, darker(person.skin, 0.1), 6) +
  (person.style === 'hijab' ? '' : oval(-39, 6, 7, 11, person.skin) + oval(39, 6, 7, 11, person.skin)) +
  element('path', { d: faceLine, fill: person.skin }) +
  hairBehind(person.style, person.hair) +
  (person.headphones ? phones(mustard) : '');
