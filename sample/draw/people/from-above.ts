import { darker, lighter, mix } from '../ink/palette.ts';
import { at, circle, curve, oval, shape, stroke } from '../ink/svg.ts';
import type { Point } from '../ink/svg.ts';
import type { Person } from './roster.ts';

/** A person from above, facing up the page: shoulders, arms to two hands ahead, head with hair. */
export const fromAbove = (
  person: Person,
  x: number,
  y: number,
  scale: number,
  turn: number,
  hands: readonly [Point, Point] = [
    [-34, -92],
    [34, -92],
  ],
): string => {
  const reach = ([hx, hy]: Point, side: -1 | 1): string => {
    const elbow: Point = [side * 92, -30];
    const sleeve = curve([[side * 66, 8], elbow, [hx * 0.75 + elbow[0] * 0.25, hy * 0.75 + elbow[1] * 0.25]]);
    return (
      stroke(curve([elbow, [hx, hy]]), person.skin, 20) +
      circle(hx, hy, 14, person.skin) +
      stroke(sleeve, darker(person.top, 0.3), 39) +
      stroke(sleeve, person.top, 34)
    );
  };
  const extra =
    person.style === 'bun'
      ? circle(0, 34, 20, darker(person.hair, 0.2))
      : person.style === 'ponytail'
        ? shape('M-12 30C-20 70 -10 96 0 108C12 92 18 66 12 30Z', person.hair)
        : '';
  const wide = person.style === 'afro' ? 62 : person.style === 'curls' ? 52 : 45;
  const long =
    person.style === 'long' || person.style === 'fringe' || person.style === 'bob' || person.style === 'locs';
  const lines =
    person.style === 'turban' || person.style === 'hijab'
      ? 'M-34 -14Q0 -34 34 -14M-40 4Q0 -14 40 4M-34 24Q0 8 34 24'
      : 'M0 -44Q-6 0 0 40M0 -30Q24 -20 30 8M0 -20Q-24 -12 -30 12';
  const cloth = person.style === 'beanie' ? '#aa3b3b' : person.hair;
  return at(
    x,
    y,
    reach(hands[0], -1) +
      reach(hands[1], 1) +
      shape('M-98 14C-98 -34 -50 -42 0 -42C50 -42 98 -34 98 14C98 52 46 50 0 50C-46 50 -98 52 -98 14Z', person.top) +
      (long ? oval(0, 22, 48, 50, darker(person.hair, 0.1)) : '') +
      oval(0, -40, 14, 13, person.skin) +
      (person.style === 'bald'
        ? circle(0, -6, 43, person.skin)
        : (person.style === 'puffs' ? circle(-46, -2, 24, person.hair) + circle(46, -2, 24, person.hair) : '') +
          oval(0, -5, wide, wide * 1.04, cloth) +
          stroke(lines, mix(lighter(cloth, 0.2), cloth, 0.3), 3)) +
      extra +
      (person.headphones
        ? stroke('M-46 0Q0 -20 46 0', '#14171f', 9) + circle(-48, 4, 12, '#e0a52f') + circle(48, 4, 12, '#e0a52f')
        : ''),
    { scale, turn },
  );
};

/** One arm reaching in from the sheet's edge (local origin at the sleeve's end, pointing right), hand open or closed. */
export const reachingArm = (
  skin: string,
  sleeve: string,
  x: number,
  y: number,
  scale: number,
  turn: number,
  grip: 'open' | 'pinch' | 'fist' = 'open',
): string => {
  const fingers =
    grip === 'open'
      ? stroke('M60 -22L128 -34M66 -8L142 -10M66 8L136 14M60 22L118 34', skin, 21) + stroke('M30 -20L58 -66', skin, 23)
      : grip === 'pinch'
        ? stroke('M60 -14Q104 -34 128 -6M64 4Q100 2 122 12M60 20Q90 26 108 30', skin, 21) +
          stroke('M40 22Q92 44 126 12', skin, 22)
        : stroke('M64 -20L92 -20M66 -2L98 -2M64 16L92 16', skin, 23) + stroke('M34 28Q70 44 92 24', skin, 22);
  return at(
    x,
    y,
    stroke('M-620 0L30 0', skin, 56) +
      shape('M14 -28C40 -42 76 -38 80 -10L80 18C76 38 40 42 14 28Z', skin) +
      fingers +
      stroke('M70 -14L56 -12M72 4L58 4', mix(skin, '#7c2f22', 0.4), 3.5) +
      stroke('M-700 0L-70 0', darker(sleeve, 0.3), 98, 'butt') +
      stroke('M-700 0L-76 0', sleeve, 90, 'butt') +
      stroke('M-94 -45L-94 45', darker(sleeve, 0.25), 7, 'butt'),
    { scale, turn },
  );
};
