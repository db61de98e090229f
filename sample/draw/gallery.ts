import { halftone, rays, scatter } from './ink/halftone.ts';
import { bark, coral, darker, dusk, ink, lighter, mint, mix, moss, mustard, night, paper, pink, red, sand, sky, straw, teal, wood } from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, faded, oval, over, polygon, polyline, rect, shape, stroke } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';
import { books, laptopBack, mug, pendant, pinned, plant, steam } from './props/desk.ts';
import { bitmap, controller, die, flatBoard, invaders, meeple } from './props/games.ts';
import { bunting, hall } from './props/outdoors.ts';

const pairing = (): string =>
  rect(0, 0, 1200, 900, mint) +
  rect(70, 60, 420, 430, dusk) + rect(70, 60, 420, 430, mix(dusk, sky, 0.5)) + hall(110, 490, 180, 180, dusk, 'g1', straw, 0.5) + hall(310, 490, 150, 120, mix(dusk, ink, 0.3), 'g1b', straw, 0.5) + stroke('M70 60L490 60L490 490L70 490ZM280 60L280 490M70 275L490 275', paper, 16, 'square') +
  pinned(905, 60, 210, 270, 3, rect(0, 0, 210, 270, straw) + polyline([[50, 80], [105, 135], [50, 190]], ink, 24) + rect(112, 176, 70, 20, ink)) +
  over(halftone({ x: 0, y: 400, width: 1200, height: 500, step: 24, fill: mix(mint, teal, 0.3) }, (_, v) => v * 0.8)) +
  figure(person(0), 400, 450, 2, { look: 0.6, mood: 'laugh', tilt: 5, left: [-60, 150], right: [96, 120] }) +
  figure(person(8, { top: red }), 790, 440, 2, { look: -0.7, tilt: -5, left: [-70, 130], right: [70, 160] }) +
  rect(0, 740, 1200, 160, wood) + rect(0, 740, 1200, 14, lighter(wood, 0.3)) +
  laptopBack(600, 800, 2, sand, red) + mug(190, 830, 1.3, coral) + steam(190, 720, 1, paper) + books(1040, 850, 1.2, [teal, mustard, red, dusk]);

const boardNight = (): string =>
  rect(0, 0, 1200, 900, mix(red, ink, 0.2)) + times(11, (i) => rect(i * 120, 0, 56, 600, mix(red, ink, 0.1))).join('') +
  pendant(600, 190, 1.6, mustard) + faded(0.2, polygon([[470, 190], [730, 190], [1160, 900], [40, 900]], straw)) +
  figure(person(5, { top: dusk }), 400, 330, 1.35, { look: 0.5, mood: 'laugh', left: [-60, 160], right: [80, 140] }) + figure(person(1), 760, 320, 1.35, { look: -0.4, mood: 'laugh', left: [-84, 120], right: [112, -50] }) +
  figure(person(7), 150, 440, 1.7, { look: 0.8, left: [-60, 160], right: [110, 80] }) + figure(person(15, { top: coral }), 1050, 440, 1.7, { look: -0.8, mood: 'calm', left: [-100, 90], right: [60, 160] }) +
  oval(600, 800, 640, 230, darker(wood, 0.45)) + oval(600, 770, 640, 230, wood) + over(oval(600, 760, 470, 150, straw)) +
  flatBoard(600, 770, 1.5) + meeple(430, 730, 0.9, red) + meeple(560, 750, 0.9, night) + meeple(730, 720, 0.9, mustard) + meeple(680, 820, 1, teal) + die(230, 770, 0.9, 14, 5) + die(970, 800, 0.9, -20, 2, night, straw) + mug(1050, 720, 1, mint);

const demo = (): string =>
  rect(0, 0, 1200, 900, night) +
  rect(250, 80, 720, 430, ink) + rect(266, 96, 688, 398, straw) + rays(610, 300, 200, 12, mustard) + circle(610, 300, 116, red) + bitmap(invaders[1] ?? [], 550, 250, 12, paper) + rect(300, 130, 130, 18, ink) + rect(300, 164, 90, 18, ink) + times(4, (i) => rect(820 + i * 26, 420 - i * 34, 18, 40 + i * 34, nth([teal, coral, dusk, red], i))).join('') +
  faded(0.15, polygon([[266, 494], [954, 494], [1200, 900], [0, 900]], straw)) + over(halftone({ x: 0, y: 500, width: 1200, height: 400, step: 24, fill: mix(night, paper, 0.3) }, (_, v) => v * 0.6)) +
  figure(person(2), 170, 330, 1.25, { look: 0.6, mood: 'talk', left: [-70, 150], right: [128, -40], feet: [[-34, 398], [34, 398]] }) + figure(person(14), 1060, 350, 1.2, { look: -0.5, mood: 'laugh', left: [-60, 130], right: [60, 130], feet: [[-34, 398], [34, 398]] }) +
  [3, 10, 11, 0, 8].map((who, i) => figure(person(who, { top: nth([teal, dusk, coral, mustard, moss], i) }), 80 + i * 258, 790 + (i % 2) * 30, 1.5, { back: true, tilt: (i % 3) * 6 - 6 })).join('') + figure(person(12, { top: coral }), 720, 900, 1.6, { back: true, left: [-130, -110], right: [130, -120] });

const winners = (): string => {
  const cup = at(604, 150, shape('M-70 -90L70 -90C70 10 40 50 14 62L18 100L50 122L-50 122L-18 100L-14 62C-40 50 -70 10 -70 -90Z', mustard) + stroke('M-68 -66C-130 -70 -120 10 -46 16M68 -66C130 -70 120 10 46 16', mustard, 16) + polygon([[0, -62], [10, -34], [38, -34], [16, -16], [24, 12], [0, -6], [-24, 12], [-16, -16], [-38, -34], [-10, -34]], paper));
  return (
    rect(0, 0, 1200, 900, coral) + rays(600, 420, 1000, 18, mix(coral, pink, 0.55), 5) + over(halftone({ x: 0, y: 0, width: 1200, height: 900, step: 26, fill: mix(coral, paper, 0.3) }, (u, v) => Math.hypot(u - 0.5, v - 0.5) * 0.9 - 0.2)) +
    bunting(-20, 40, 600, 30, 40, 12, [paper, teal, straw, red], 46) + bunting(600, 30, 1220, 40, 40, 12, [paper, teal, straw, red], 46) +
    scatter('confetti', 60, [0, 60, 1200, 560], (x, y, u) => at(x, y, rect(-9, -4, 18, 9, nth([paper, teal, straw, red, night], Math.floor(u * 50))), { turn: u * 360 })) +
    figure(person(13), 270, 400, 1.3, { mood: 'laugh', left: [-110, -90], right: [80, 150] }) + figure(person(9, { top: mint }), 930, 400, 1.3, { mood: 'laugh', left: [-80, 150], right: [110, -100] }) + figure(person(10), 450, 380, 1.35, { look: 0.4, mood: 'laugh', left: [-60, 160], right: [90, 100] }) + figure(person(3), 760, 400, 1.35, { look: -0.3, left: [-60, 160], right: [60, 160] }) +
    figure(person(0, { top: teal }), 604, 450, 1.55, { mood: 'laugh', left: [-46, -142], right: [46, -142] }) + cup +
    figure(person(8), 170, 560, 1.75, { look: 0.4, left: [-70, 160], right: [112, 20] }) + figure(person(6, { top: red }), 420, 620, 1.7, { look: 0.2, mood: 'laugh', tilt: 6, left: [-70, 160], right: [80, 160] }) + figure(person(15, { top: mustard }), 790, 620, 1.7, { look: -0.2, tilt: -6, left: [-80, 160], right: [96, -30] }) + figure(person(5), 1040, 560, 1.75, { look: -0.4, mood: 'laugh', left: [-60, 150], right: [70, 160] })
  );
};

const sofa = (): string =>
  rect(0, 0, 1200, 900, night) + over(rect(0, 0, 1200, 900, mix(dusk, paper, 0.15))) +
  pinned(90, 80, 210, 260, -4, rect(0, 0, 210, 260, red) + bitmap(invaders[0], 42, 84, 13, straw)) + pinned(900, 70, 220, 280, 4, rect(0, 0, 220, 280, mustard) + circle(110, 140, 70, ink) + polygon([[90, 104], [150, 140], [90, 176]], paper)) + plant(1120, 660, 1.5, moss, coral) + rect(480, 60, 260, 200, ink) + rect(494, 74, 232, 172, mix(night, dusk, 0.6)) + circle(670, 120, 28, straw) +
  screenGlow() + rect(90, 420, 1020, 330, darker(red, 0.25), 70) + rect(50, 520, 150, 290, red, 60) + rect(1000, 520, 150, 290, red, 60) + rect(180, 640, 840, 130, red, 30) +
  figure(person(11), 330, 420, 1.5, { look: 0.2, mood: 'laugh', tilt: -6, left: [-34, 120], right: [34, 120] }) + figure(person(7), 610, 400, 1.55, { look: -0.1, mood: 'calm', left: [-34, 118], right: [34, 118] }) + figure(person(4, { top: teal }), 890, 420, 1.5, { look: -0.4, mood: 'laugh', tilt: 8, left: [-34, 110], right: [120, -80] }) +
  [330, 610, 890].map((x, i) => stroke(`M${x - 50} 700L${x - 62} 770L${x - 56} 920M${x + 50} 700L${x + 62} 770L${x + 56} 920`, nth([ink, dusk, bark], i), 84)).join('') +
  controller(330, 606, 0.5, 0, paper) + controller(610, 590, 0.5, 4, coral) + controller(846, 590, 0.5, -12, straw) +
  rect(0, 850, 1200, 50, darker(bark, 0.3));

const screenGlow = (): string => halftone({ x: 0, y: 300, width: 1200, height: 600, step: 26, fill: mix(night, sky, 0.25) }, (_, v) => v * 0.8);

const whiteboard = (): string => {
  const note = (x: number, y: number, colour: string, turn: number): string => at(x, y, rect(4, 6, 92, 92, sand) + rect(0, 0, 92, 92, colour) + rect(14, 26, 60, 8, ink) + rect(14, 46, 44, 8, ink), { turn });
  return (
    rect(0, 0, 1200, 900, straw) + over(halftone({ x: 0, y: 0, width: 1200, height: 900, step: 26, fill: mix(mustard, paper, 0.3) }, (u, v) => (u + v) * 0.45 - 0.1)) +
    rect(150, 70, 900, 560, ink, 8) + rect(166, 86, 868, 528, paper, 4) + rect(300, 624, 600, 18, sand) +
    stroke('M430 180L600 180M600 180L600 300M520 300L690 300L690 380L520 380ZM690 340L790 340', dusk, 9) + circle(390, 180, 42, teal) + polygon([[790, 340], [840, 300], [890, 340], [840, 380]], coral) + stroke('M210 500L320 440L400 470L520 400', red, 11) + stroke('M206 400L206 540L540 540', ink, 7) +
    note(640, 130, mustard, -4) + note(750, 140, pink, 3) + note(860, 124, mint, -2) + note(700, 440, coral, 5) + note(810, 450, straw, -5) +
    figure(person(12, { top: coral }), 250, 420, 1.6, { look: 0.7, mood: 'talk', left: [-70, 160], right: [124, -50], feet: [[-34, 398], [34, 398]] }) +
    figure(person(1), 960, 400, 1.6, { back: true, left: [-100, -30], right: [80, 150], feet: [[-34, 398], [34, 398]] }) +
    figure(person(14, { top: dusk }), 600, 590, 1.75, { back: true, tilt: -6, left: [-80, 150], right: [100, 60] }) +
    rect(0, 870, 1200, 30, bark) + at(60, 870, plant(60, 0, 1.4, moss, red))
  );
};

export const gallery: readonly Picture[] = [pairing, boardNight, demo, winners, sofa, whiteboard].map((draw, index) => ({ slug: `gallery-${index + 1}`, width: 1200, height: 900, draw }));
