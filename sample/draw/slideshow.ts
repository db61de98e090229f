import { halftone, rays, scatter } from './ink/halftone.ts';
import { bark, coral, cream, darker, dusk, ink, lighter, mint, mix, moss, mustard, night, paper, pink, red, sand, sky, straw, teal, wood } from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, faded, oval, over, polygon, polyline, rect, ring, screen, shape, stroke } from './ink/svg.ts';
import type { Point } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { fromAbove } from './people/from-above.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';
import { laptopAbove, laptopBack, mug, pendant, pinned, plant } from './props/desk.ts';
import { card, die, flatBoard, meeple, slice } from './props/games.ts';
import { hall, tower, tree } from './props/outdoors.ts';

const darkTops = [night, darker(teal, 0.45), darker(red, 0.5), darker(dusk, 0.4), darker(moss, 0.4), darker(coral, 0.5)] as const;

const lectureHall = (): string => {
  const row = (y: number, scale: number, step: number, from: number, first: number): string =>
    times(Math.ceil(2100 / step), (i) => ((i * 5 + first) % 7 === 3 ? '' : figure(person(first + i * 3, { top: nth(darkTops, i + first) }), from + i * step, y, scale, { back: true, tilt: ((i * 7) % 11) - 5 }))).join('') + rect(0, y + 78 * scale, 1920, 22 * scale, darker(wood, 0.2)) + rect(0, y + 98 * scale, 1920, 300, darker(bark, 0.45));
  const tree2: readonly Point[] = [[960, 240], [770, 380], [1150, 380], [670, 520], [860, 520], [1060, 520], [1250, 520]];
  return (
    rect(0, 0, 1920, 1345, night) +
    polygon([[0, 0], [420, 90], [420, 700], [0, 900]], darker(wood, 0.45)) + polygon([[1920, 0], [1500, 90], [1500, 700], [1920, 900]], darker(wood, 0.55)) +
    times(6, (i) => stroke(`M${i * 74 + 20} ${(i * 74 + 20) * 0.21}L${i * 74 + 20} ${880 - i * 34}M${1900 - i * 74} ${(i * 74 + 20) * 0.21}L${1900 - i * 74} ${880 - i * 34}`, darker(wood, 0.6), 8)).join('') +
    rect(420, 90, 1080, 640, mix(teal, ink, 0.35)) +
    rect(520, 130, 880, 480, ink) + rect(534, 144, 852, 452, cream) +
    over(halftone({ x: 534, y: 144, width: 852, height: 452, step: 20, fill: straw }, (u, v) => 0.75 - Math.hypot(u - 0.5, v - 0.5))) +
    [[0, 1], [0, 2], [1, 3], [1, 4], [2, 5], [2, 6]].map(([a = 0, b = 0]) => polyline([tree2[a] ?? [0, 0], tree2[b] ?? [0, 0]], ink, 12)).join('') +
    tree2.map(([x, y], i) => circle(x, y, 44 - (i > 2 ? 10 : 0), nth([red, teal, mustard, coral, dusk, coral, red], i))).join('') +
    faded(0.14, polygon([[534, 144], [1386, 144], [1700, 1345], [220, 1345]], straw)) +
    rect(0, 700, 1920, 120, wood) + polygon([[1300, 600], [1460, 600], [1440, 760], [1320, 760]], darker(red, 0.2)) + rect(1290, 590, 180, 20, red) +
    figure(person(9, { top: mustard }), 1230, 510, 0.92, { look: -0.5, mood: 'talk', left: [-130, -70], right: [70, 160], feet: [[-32, 398], [32, 398]] }) +
    row(820, 0.86, 128, 20, 3) + row(960, 1.15, 172, -30, 6) + row(1130, 1.6, 240, 60, 2) + row(1330, 2.2, 330, 130, 9) +
    faded(0.5, polygon([[0, 760], [760, 1345], [0, 1345]], ink))
  );
};

const campusDusk = (): string => {
  const bands = [night, mix(night, dusk, 0.6), dusk, mix(dusk, pink, 0.5), pink, mix(pink, coral, 0.55)] as const;
  const lamp = (x: number, y: number, s: number): string => at(x, y, rect(-5, -230, 10, 230, ink) + circle(0, -246, 26, straw) + rect(-18, -222, 36, 10, ink) + faded(0.22, circle(0, -246, 90, straw)), { scale: s });
  return (
    bands.map((colour, i) => shape(`M0 ${i * 118}Q960 ${i * 118 - 60} 1920 ${i * 118 + 20}L1920 1345L0 1345Z`, colour)).join('') +
    circle(1290, 590, 170, coral) + over(rays(1290, 590, 1500, 30, mix(coral, paper, 0.82), 2)) +
    scatter('dusk', 40, [0, 0, 1500, 260], (x, y, u) => circle(x, y, 2 + u * 3, paper)) +
    hall(-20, 800, 520, 330, mix(night, dusk, 0.3), 'd1', straw, 0.55) + tower(640, 810, 150, 560, mix(night, red, 0.35)) + hall(720, 800, 420, 210, mix(night, dusk, 0.45), 'd2', straw, 0.5) + hall(1440, 800, 520, 280, mix(night, dusk, 0.2), 'd3', straw, 0.6) +
    tree(1230, 830, 0.8, night, ink) + tree(520, 830, 1, darker(teal, 0.55), ink) + tree(1450, 850, 1.3, darker(teal, 0.6), ink) +
    shape('M0 790Q960 740 1920 800L1920 1345L0 1345Z', darker(teal, 0.45)) +
    shape('M1130 780C1180 900 900 1010 860 1345L1720 1345C1600 1050 1340 900 1230 776Z', mix(coral, sand, 0.5)) +
    over(halftone({ x: 0, y: 770, width: 1920, height: 575, step: 30, fill: mix(teal, paper, 0.35) }, (u, v) => v * 0.8 + (0.5 - u) * 0.5)) +
    lamp(1010, 900, 0.9) + lamp(1420, 900, 0.9) + lamp(800, 1130, 1.5) + lamp(1740, 1120, 1.5) +
    over(polygon([[1120, 1096], [1160, 1096], [1040, 1320], [940, 1320]], pink) + polygon([[1390, 1210], [1450, 1210], [1420, 1345], [1300, 1345]], pink)) +
    figure(person(4, { top: red }), 1140, 820, 0.68, { back: true, left: [-80, 150], right: [80, 150], feet: [[-30, 398], [36, 384]] }) + figure(person(8), 1240, 830, 0.68, { back: true, left: [-90, 130], right: [84, 150], feet: [[-36, 390], [30, 400]] }) +
    figure(person(0, { top: mustard }), 1420, 820, 1, { back: true, left: [-80, 150], right: [80, 150], feet: [[-34, 398], [34, 388]] }) + rect(1386, 840, 70, 90, darker(red, 0.2), 16) +
    figure(person(5, { top: coral }), 1560, 836, 1, { look: -0.8, mood: 'laugh', left: [-110, 20], right: [70, 160], feet: [[-34, 398], [34, 398]] }) +
    tree(1880, 1080, 2, ink, ink) + shape('M0 1345L0 1150Q300 1090 620 1230Q760 1290 800 1345Z', ink) + times(9, (i) => stroke(`M${60 + i * 76} ${1180 + (i * i) % 40}q-8 -50 ${i % 2 ? 14 : -18} -80`, ink, 8)).join('')
  );
};

const fromAboveRoom = (): string => {
  const bench = (x: number, y: number, turn: number, first: number): string =>
    at(x, y, rect(-410, -150, 836, 320, darker(dusk, 0.55), 14) + rect(-420, -166, 836, 320, first % 2 ? straw : cream, 14) + times(3, (i) => laptopAbove(-270 + i * 270, 62, 1, (i * 7) % 9, `u${first}${i}`, nth([sand, coral, mint], i + first)) + fromAbove(person(first + i), -270 + i * 270, 240, 1.15, 0)).join('') + times(3, (i) => laptopAbove(-270 + i * 270, -72, 1, 180 - ((i * 5) % 8), `v${first}${i}`, nth([paper, sky, pink], i + first)) + fromAbove(person(first + i + 7), -270 + i * 270, -250, 1.15, 180)).join('') + circle(-140, 10, 26, red) + circle(-140, 10, 18, bark) + circle(136, -20, 26, teal) + circle(136, -20, 18, bark), { turn });
  return (
    rect(0, 0, 1920, 1345, dusk) +
    times(16, (i) => rect(i * 130, 0, 4, 1345, darker(dusk, 0.2)) + rect(i * 130, (i * 431) % 1345, 130, 4, darker(dusk, 0.2))).join('') +
    circle(300, 1130, 420, darker(dusk, 0.45)) + ring(300, 1130, 380, darker(red, 0.4), 22) + ring(300, 1130, 300, darker(mustard, 0.5), 12) +
    over(halftone({ x: 0, y: 500, width: 1200, height: 845, step: 30, fill: mix(dusk, paper, 0.4) }, (u, v) => v * 0.7 - u * 0.5)) +
    stroke('M560 300C700 520 620 760 900 800S1300 860 1320 980', ink, 10) + stroke('M1340 300C1500 420 1780 420 1960 380', red, 10) +
    bench(520, 330, -8, 0) + bench(1480, 400, 7, 5) + bench(1330, 1080, -5, 3) +
    at(560, 860, rect(-118, -108, 250, 240, mix(ink, dusk, 0.3), 8) + rect(-125, -120, 250, 240, sand, 8) + circle(0, 0, 108, mustard) + circle(0, 0, 94, straw) + times(6, (i) => circle(Math.cos(i * 1.047) * 60, Math.sin(i * 1.047) * 60, 17, red)).join('') + polygon([[0, 0], [112, -50], [112, 50]], sand), { turn: 14 }) +
    at(236, 1120, plantAbove()) +
    figureAsleep()
  );
};

const plantAbove = (): string => circle(0, 0, 60, darker(red, 0.3)) + times(9, (i) => at(0, 0, shape('M0 0C-34 -40 -30 -110 0 -140C30 -110 34 -40 0 0Z', i % 2 ? darker(moss, 0.25) : darker(teal, 0.2)), { turn: i * 40 })).join('');
const figureAsleep = (): string => at(1820, 1190, oval(10, 14, 150, 130, darker(dusk, 0.5)) + oval(0, 0, 150, 130, coral) + stroke('M-90 -50Q0 -100 90 -50M-110 10Q0 60 110 10', darker(coral, 0.2), 6) + fromAbove(person(11), 0, 20, 1.1, -30, [[-30, -60], [30, -60]]));

const gameTables = (): string => {
  const around = (x: number, y: number, s: number, who: readonly [number, number, number], top: string, goods: string): string =>
    at(x, y, figure(person(who[0]), -250, -190, 1.2, { look: 0.8, mood: 'laugh', left: [-70, 160], right: [96, 120] }) + figure(person(who[1]), 10, -230, 1.2, { look: -0.2, left: [-96, 130], right: [80, 140] }) + figure(person(who[2]), 260, -190, 1.2, { look: -0.8, mood: 'calm', left: [-80, 110], right: [80, 160] }) + oval(0, 46, 420, 92, darker(top, 0.4)) + oval(0, 24, 420, 92, top) + rect(-40, 110, 80, 180, darker(top, 0.5)) + goods, { scale: s });
  return (
    rect(0, 0, 1920, 1345, mix(red, ink, 0.25)) +
    times(17, (i) => rect(i * 120, 0, 56, 760, mix(red, ink, 0.15))).join('') + rect(0, 740, 1920, 30, darker(bark, 0.3)) +
    rect(0, 770, 1920, 575, darker(bark, 0.35)) + over(halftone({ x: 0, y: 770, width: 1920, height: 575, step: 32, fill: mix(bark, paper, 0.25) }, (u, v) => v * 0.6 + (0.6 - u) * 0.5)) +
    pinned(150, 110, 230, 300, -4, rect(0, 0, 230, 300, teal) + circle(115, 150, 80, straw) + meeple(115, 150, 1.2, red)) + pinned(430, 150, 200, 200, 3, rect(0, 0, 200, 200, straw) + die(100, 100, 1.4, 12, 5, paper, red)) + pinned(1530, 110, 240, 300, 4, rect(0, 0, 240, 300, mustard) + card(120, 150, 1.3, -8, red, 1)) +
    rect(760, 90, 500, 290, ink) + rect(776, 106, 468, 258, dusk) + circle(1140, 190, 54, straw) + polygon([[776, 364], [776, 290], [900, 220], [1010, 310], [1090, 260], [1244, 340], [1244, 364]], night) + rect(1004, 106, 12, 258, ink) +
    pendant(480, 300, 1.25, teal) + pendant(1440, 300, 1.25, mustard) + faded(0.16, polygon([[380, 300], [580, 300], [860, 960], [100, 960]], straw) + polygon([[1340, 300], [1540, 300], [1820, 960], [1060, 960]], straw)) +
    around(480, 860, 0.95, [2, 3, 12], wood, flatBoard(0, 18, 0.9) + meeple(-60, 4, 0.5, red) + meeple(70, 10, 0.5, night) + mug(300, 36, 0.6, coral)) +
    around(1420, 880, 1.05, [14, 8, 1], wood, card(-120, 20, 0.62, -50, red, 0) + card(-20, 30, 0.62, 84, teal, 1) + card(80, 24, 0.62, 60, dusk, 3) + die(200, 30, 0.6, 10, 6) + slice(-260, 56, 0.4, 60) + mug(300, 30, 0.6, teal)) +
    plant(960, 830, 1.1, moss, coral) +
    figure(person(9, { top: mustard, legs: night }), 1010, 960, 1.7, { back: true, feet: [[-34, 398], [34, 398]], left: [-80, 160], right: [110, 60], tilt: 5 }) + figure(person(10, { top: teal }), 1790, 1040, 1.8, { back: true, left: [-110, 40], right: [80, 160] }) +
    shape('M0 1345L0 1180Q40 1140 120 1140L560 1140Q640 1140 660 1200L690 1345Z', darker(night, 0.3)) + stroke('M60 1200Q340 1170 620 1200', darker(dusk, 0.5), 6)
  );
};

const constellation = (): string => {
  const stars: readonly Point[] = [[1000, 250], [1180, 170], [1400, 210], [1560, 340], [1500, 520], [1290, 560], [1080, 470], [1270, 370], [760, 170], [560, 300], [820, 430], [1740, 200]];
  const links: readonly Point[] = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 0], [7, 1], [7, 4], [7, 6], [0, 8], [8, 9], [9, 10], [10, 6], [3, 11]];
  const spark = (x: number, y: number, i: number): string => (i % 3 === 0 ? rect(x - 13, y - 20, 26, 40, straw) : i % 3 === 1 ? polyline([[x - 12, y - 16], [x + 10, y], [x - 12, y + 16]], mint, 11) : at(x, y, shape('M0 -30L7 -7L30 0L7 7L0 30L-7 7L-30 0L-7 -7Z', paper)));
  const coder = (who: number, x: number, y: number, s: number, top: string, look: number): string =>
    faded(0.13, circle(x, y + 40 * s, 270 * s, straw)) + faded(0.16, circle(x, y + 60 * s, 190 * s, straw)) + figure(person(who, { top }), x, y, s, { look, left: [-58, 160], right: [58, 160] }) + oval(x, y + 210 * s, 190 * s, 48 * s, darker(dusk, 0.5)) + laptopBack(x, y + 206 * s, 0.92 * s, sand, coral);
  return (
    rect(0, 0, 1920, 1345, night) +
    screen(halftone({ x: 0, y: 260, width: 1920, height: 760, step: 30, fill: '#2b4468' }, (u, v) => v * 0.8 * (0.4 + u * 0.8))) +
    scatter('night', 150, [0, 0, 1920, 900], (x, y, u) => (u > 0.9 ? rect(x, y, 9, 9, coral) : circle(x, y, 1.6 + u * 3, u > 0.5 ? paper : sky))) +
    links.map(([a, b]) => polyline([stars[a] ?? [0, 0], stars[b] ?? [0, 0]], mix(straw, night, 0.25), 5)).join('') +
    stars.map(([x, y], i) => circle(x, y, 36, night) + spark(x, y, i)).join('') +
    shape('M0 940Q420 860 900 930T1920 820L1920 1345L0 1345Z', mix(teal, night, 0.5)) + hall(1480, 868, 300, 90, ink, 'far-hall', straw, 0.5) + tower(1420, 880, 50, 150, ink) +
    shape('M0 1080Q600 900 1200 1010T1920 960L1920 1345L0 1345Z', mix(teal, night, 0.72)) +
    tree(1830, 1010, 1.2, ink, ink) + tree(240, 1010, 0.9, ink, ink) +
    coder(6, 1120, 880, 0.72, darker(coral, 0.2), 0.6) + coder(3, 1500, 856, 0.72, mint, -0.4) +
    shape('M0 1190Q800 1010 1920 1120L1920 1345L0 1345Z', ink) +
    coder(11, 960, 1024, 1.05, teal, 0.5) + coder(0, 1330, 984, 1.2, mustard, -0.4) + coder(4, 1660, 1000, 1.15, red, -0.8) +
    shape('M0 1260Q800 1190 1920 1240L1920 1345L0 1345Z', lighter(ink, 0.03))
  );
};

const draws = [lectureHall, campusDusk, fromAboveRoom, gameTables, constellation];

export const slideshow: readonly Picture[] = draws.map((draw, index) => ({ slug: `slideshow-${index + 1}`, width: 1920, height: 1345, quality: 50, draw }));
