import { halftone, rays, scatter } from './ink/halftone.ts';
import { coral, cream, darker, dusk, ink, lighter, mint, mix, moss, mustard, night, paper, pink, red, straw, teal, wood } from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, clipped, outline, over, polar, polygon, polyline, rect, ring, shape, stroke } from './ink/svg.ts';
import type { Point } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { reachingArm } from './people/from-above.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';
import { bitmap, card, controller, die, invaders, knight, meeple, pawn, rook } from './props/games.ts';

const trackBoard = (): string => {
  const inks = [red, teal, mustard, dusk, coral] as const;
  const tiles = times(28, (i) => {
    const [side, step] = [Math.floor(i / 7), i % 7];
    const along = -224 + step * 64;
    const [x, y] = ([[along, -224], [224, along], [-along, 224], [-224, -along]] as const)[side] ?? [0, 0];
    return rect(x - 29, y - 29, 58, 58, nth(inks, i * 2 + side), 4) + (i % 4 === 1 ? circle(x, y, 12, paper) : i % 7 === 4 ? polygon([[x - 14, y + 10], [x, y - 14], [x + 14, y + 10]], paper) : '');
  }).join('');
  const middle = rect(-180, -180, 360, 360, night) + circle(50, -50, 92, straw) + polygon([[-180, 180], [-180, 60], [-80, -50], [20, 70], [90, -10], [180, 90], [180, 180]], teal) + polygon([[-180, 180], [-180, 130], [-60, 70], [60, 150], [180, 110], [180, 180]], darker(teal, 0.4)) + polygon([[-80, -50], [-116, -11], [-84, 0], [-66, -16], [-46, -10]], paper);
  return rect(-262, -252, 540, 540, mix(wood, ink, 0.55), 10) + rect(-270, -270, 540, 540, cream, 10) + tiles + clipped(rect(-180, -180, 360, 360, ink), middle);
};

const gameNight = (): string =>
  rect(0, 0, 1080, 1350, red) +
  over(halftone({ x: 0, y: 0, width: 1080, height: 1350, step: 26, fill: mix(red, paper, 0.35) }, (u, v) => 0.75 - Math.hypot(u - 0.5, (v - 0.5) * 1.25))) +
  circle(552, 716, 640, darker(red, 0.6)) +
  circle(540, 690, 640, mustard) +
  ring(540, 690, 606, mix(mustard, paper, 0.45), 8) +
  over(rays(540, 690, 596, 26, mix(mustard, paper, 0.72))) +
  at(540, 668, trackBoard(), { turn: -11 }) +
  meeple(318, 492, 1, red, -8) + meeple(440, 884, 1.05, teal, 6) + meeple(706, 420, 1, night, 10) + meeple(566, 690, 0.9, coral, -6) +
  die(884, 760, 1, 18, 5) + die(826, 862, 0.9, -24, 3, night, straw) +
  card(172, 640, 0.95, -24, teal, 1) + card(208, 700, 0.95, -4, red, 0) + card(266, 734, 0.95, 16, dusk, 3) +
  stroke('M250 1110C60 1010 60 880 -40 860', ink, 12) + stroke('M866 250C980 200 1010 120 1120 110', ink, 12) +
  controller(330, 1148, 1.15, -14, night) + controller(806, 246, 1, 158, teal) +
  circle(858, 1084, 112, darker(mustard, 0.5)) + circle(848, 1070, 112, paper) + circle(848, 1070, 92, red) + scatter('corn', 26, [782, 1002, 132, 136], (x, y, u) => circle(x, y, 15 + u * 6, u > 0.5 ? paper : straw)) +
  reachingArm('#6b3f2b', mustard, 110, 1290, 1.12, -32, 'fist').replaceAll(mustard, dusk) +
  reachingArm('#e6b48f', teal, 620, 1330, 1.12, -118, 'fist') +
  reachingArm('#cf9467', paper, 1010, 560, 1.1, 168, 'pinch') +
  reachingArm('#f2cdb0', night, 90, 250, 1.1, 34, 'open') +
  reachingArm('#91593a', pink, 560, 40, 1.05, 78, 'pinch');

/** Board coordinates 0…8 to the sheet, in one-point perspective. */
const boardAt = (u: number, v: number): Point => {
  const t = v / 8;
  const depth = t / (t + (1 - t) * 1.9);
  const width = 700 + 900 * depth;
  return [560 + (u / 8 - 0.5) * width, 470 + depth * 730];
};

const square = (u: number, v: number, fill: string): string => polygon([boardAt(u, v), boardAt(u + 1, v), boardAt(u + 1, v + 1), boardAt(u, v + 1)], fill);

const chess = (): string => {
  const jumps: readonly Point[] = [[0.5, 6.5], [1.5, 4.5], [3.5, 5.5], [2.5, 3.5], [4.5, 2.5], [3.5, 0.5]];
  const spots = jumps.map(([u, v]) => boardAt(u, v));
  return (
    rect(0, 0, 1200, 1200, straw) +
    circle(380, 330, 250, coral) +
    clipped(circle(380, 330, 250, ink), over(halftone({ x: 130, y: 80, width: 500, height: 500, step: 22, fill: coral }, (_, v) => (v - 0.3) * 0.9))) +
    polygon([boardAt(0, 0), boardAt(8, 0), boardAt(8, 8), boardAt(0, 8)], paper) +
    times(64, (i) => ((i + Math.floor(i / 8)) % 2 ? square(i % 8, Math.floor(i / 8), teal) : '')).join('') +
    polyline([boardAt(0, 0), boardAt(8, 0)], ink, 7) +
    over(square(1, 4, pink) + square(3, 5, pink) + square(2, 3, pink) + square(4, 2, pink)) +
    rook(260, 560, 0.62, night, straw) + pawn(440, 548, 0.6, night, straw) + pawn(628, 640, 0.74, paper, ink) +
    polyline(spots, red, 15) +
    spots.map(([x, y], i) => circle(x, y, 20 + (spots.length - i) * 3, red) + circle(x, y, 9 + (spots.length - i) * 1.4, paper)).join('') +
    over(at(30, 26, knight(872, 1130, 2.9, mix(pink, coral, 0.5), 'none'))) +
    knight(850, 1120, 2.9, ink, straw) +
    pawn(130, 1170, 1.5, red, straw)
  );
};

const retroArcade = (): string => {
  const screenInside = rect(300, 360, 480, 420, ink) + scatter('sky', 46, [300, 360, 480, 420], (x, y, u) => rect(x, y, 5, 5, u > 0.6 ? straw : dusk)) + times(3, (row) => times(5, (i) => bitmap(nth(invaders, row), 334 + i * 84 + (row % 2) * 10, 396 + row * 68, 5.6, nth([coral, mint, straw], row))).join('')).join('') + rect(512, 620, 8, 34, paper) + rect(408, 560, 8, 24, coral);
  return (
    rect(0, 0, 1080, 1350, night) +
    scatter('pixels', 90, [0, 0, 1080, 960], (x, y, u) => rect(Math.round(x / 12) * 12, Math.round(y / 12) * 12, u > 0.8 ? 24 : 12, 12, u > 0.66 ? dusk : u > 0.3 ? mix(night, dusk, 0.5) : mix(night, coral, 0.75))) +
    circle(540, 560, 500, mix(night, dusk, 0.42)) +
    over(rays(540, 560, 900, 16, mix(night, paper, 0.72), 6)) +
    polygon([[-200, 1350], [330, 960], [750, 960], [1280, 1350]], mix(dusk, night, 0.4)) +
    times(5, (row) => times(9, (i) => {
      const [y1, y2] = [960 + row * row * 16 + row * 14, 960 + (row + 1) * (row + 1) * 16 + (row + 1) * 14];
      const xAt = (k: number, y: number): number => 540 + (k - 4.5) * (60 + (y - 960) * 0.42);
      return (i + row) % 2 ? polygon([[xAt(i, y1), y1], [xAt(i + 1, y1), y1], [xAt(i + 1, y2), y2], [xAt(i, y2), y2]], teal) : '';
    }).join('')).join('') +
    polygon([[820, 150], [930, 210], [930, 1240], [820, 1310]], darker(red, 0.45)) +
    polygon([[250, 300], [830, 300], [830, 880], [250, 880]], darker(red, 0.6)) +
    rect(230, 130, 600, 170, mustard) + rect(252, 152, 556, 126, ink) + times(4, (i) => bitmap(nth(invaders, i), 286 + i * 134, 172, 10, nth([straw, coral, mint, pink], i))).join('') +
    rect(230, 300, 60, 590, red) + rect(790, 300, 40, 590, red) +
    clipped(rect(290, 340, 500, 460, ink, 26), screenInside) +
    polygon([[230, 860], [850, 860], [920, 960], [170, 960]], coral) + rect(170, 960, 750, 40, darker(coral, 0.4)) +
    stroke('M350 900L350 842', ink, 12) + circle(350, 830, 26, red) + [0, 1, 2, 3].map((i) => circle(640 + (i % 2) * 70, 888 + Math.floor(i / 2) * 40, 20, nth([straw, mint, paper, red], i))).join('') +
    rect(230, 1000, 600, 310, red) + rect(280, 1040, 500, 220, darker(red, 0.3)) + rect(470, 1090, 46, 90, ink) + rect(560, 1090, 46, 90, ink) + rect(486, 1106, 14, 50, straw) + rect(576, 1106, 14, 50, straw) +
    clipped(rect(290, 340, 500, 440, ink), bitmap(['...##...', '..####..', '########', '########'], 492, 700, 12, paper)) +
    figure(person(7, { top: mustard, legs: dusk, collar: 'hood' }), 448, 1000, 2.15, { back: true, left: [-52, -54], right: [112, -32] })
  );
};

/** One side of a jigsaw cut from the centre outwards, with a knob. */
const cutOut = (angle: number): { out: string; back: string } => {
  const [a, b, end] = [polar(0, 0, 214, angle), polar(0, 0, 286, angle), polar(0, 0, 470, angle)];
  const p = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return { out: `L${p(a)}A52 52 0 1 1 ${p(b)}L${p(end)}`, back: `L${p(b)}A52 52 0 1 0 ${p(a)}L0 0` };
};

const pizzaPiece = (index: number): string => {
  const [from, to] = [index * 60 - 90, index * 60 - 30];
  const mid = from + 30;
  const [ex, ey] = polar(0, 0, 470, to);
  const path = `M0 0${cutOut(from).out}A470 470 0 0 1 ${ex.toFixed(1)} ${ey.toFixed(1)}${cutOut(to).back}Z`;
  const body = shape(path, ink);
  const spots: readonly (readonly [number, number])[] = [[150, 4], [250, -9], [330, 11], [385, -14], [228, 24]];
  const toppings = spots.map(([r, turn], i) => {
    const [x, y] = polar(0, 0, r, mid + turn);
    return i === 4 ? '' : circle(x + 4, y + 6, 40, mix(mustard, red, 0.5)) + circle(x, y, 40, red) + circle(x - 10, y - 8, 7, coral) + circle(x + 12, y + 10, 6, coral);
  }).join('');
  const leaves = times(3, (i) => {
    const [x, y] = polar(0, 0, 190 + i * 96, mid + (i % 2 ? 16 : -17));
    return at(x, y, shape('M0 -26C18 -14 18 14 0 26C-18 14 -18 -14 0 -26Z', moss) + stroke('M0 -18L0 18', lighter(moss, 0.3), 3), { turn: index * 50 + i * 70 });
  }).join('');
  return clipped(body, rect(-620, -620, 1240, 1240, straw) + ring(0, 0, 444, mix(wood, mustard, 0.5), 76) + ring(0, 0, 420, coral, 16) + over(halftone({ x: -480, y: -480, width: 960, height: 960, step: 24, fill: mustard }, (u, v) => Math.hypot(u - 0.5, v - 0.5) * 0.55)) + toppings + leaves) + stroke(path, mix(wood, ink, 0.35), 5);
};

const pizza = (): string => {
  const offsets = times(6, (i) => polar(0, 0, i === 0 ? 150 : 12, i * 60 - 60));
  return (
    rect(0, 0, 1200, 1200, paper) +
    over(times(8, (i) => rect(i * 160 - 20, 0, 80, 1200, pink)).join('')) +
    over(times(8, (i) => rect(0, i * 160 - 20, 1200, 80, pink)).join('')) +
    circle(570, 690, 520, mix(red, ink, 0.45)) + circle(556, 668, 520, wood) + ring(556, 668, 500, darker(wood, 0.2), 6) + ring(556, 668, 420, darker(wood, 0.12), 5) +
    over(at(16, 24, times(6, (i) => (i === 0 ? at(556 + (offsets[i]?.[0] ?? 0), 668 + (offsets[i]?.[1] ?? 0), shape(`M0 0${cutOut(-90).out}A470 470 0 0 1 ${outline([polar(0, 0, 470, -30)]).slice(1)}${cutOut(-30).back}Z`, mix(wood, paper, 0.3))) : '')).join(''))) +
    times(6, (i) => at(556 + (offsets[5 - i]?.[0] ?? 0), 668 + (offsets[5 - i]?.[1] ?? 0), pizzaPiece(5 - i))).join('') +
    reachingArm('#91593a', teal, 1130, 120, 1.2, 140, 'pinch')
  );
};

export const gameEvents: readonly Picture[] = [
  { slug: 'game-night', width: 1080, height: 1350, draw: gameNight },
  { slug: 'chess-and-algorithms', width: 1200, height: 1200, draw: chess },
  { slug: 'retro-arcade', width: 1080, height: 1350, draw: retroArcade },
  { slug: 'pizza-and-puzzles', width: 1200, height: 1200, draw: pizza },
];
