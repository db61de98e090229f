import { halftone, scatter } from './ink/halftone.ts';
import { coral, cream, darker, dusk, ink, lighter, mint, mix, moss, mustard, night, paper, pink, red, sand, sky, straw, teal } from './ink/palette.ts';
import { nth, times } from './ink/random.ts';
import { at, circle, dashed, over, polar, polygon, rect, ring, shape, stroke } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import { fromAbove, reachingArm } from './people/from-above.ts';
import { person } from './people/roster.ts';
import type { Picture } from './picture.ts';
import { laptopAbove } from './props/desk.ts';
import { cloud } from './props/outdoors.ts';

const bookAbove = (x: number, y: number, turn: number, colour: string): string =>
  at(x, y, rect(-86, -62, 172, 124, colour, 6) + rect(-78, -56, 76, 112, paper) + rect(2, -56, 76, 112, paper) + times(4, (i) => rect(-68, -40 + i * 24, 54 - (i % 2) * 14, 7, sand) + rect(14, -40 + i * 24, 54 - ((i + 1) % 2) * 14, 7, sand)).join(''), { turn });

const studyCircle = (): string => {
  const seats = [0, 8, 3, 10, 14, 1] as const;
  const [cx, cy] = [600, 450];
  return (
    rect(0, 0, 1200, 900, sand) +
    times(11, (i) => rect(0, i * 90, 1200, 4, darker(sand, 0.12)) + rect((i * 311) % 1200, i * 90, 4, 90, darker(sand, 0.12))).join('') +
    circle(cx + 8, cy + 12, 440, darker(sand, 0.35)) + circle(cx, cy, 440, red) + ring(cx, cy, 404, straw, 12) + times(36, (i) => { const [x, y] = polar(cx, cy, 372, i * 10); return circle(x, y, 9, straw); }).join('') + circle(cx, cy, 300, darker(red, 0.25)) + ring(cx, cy, 130, mustard, 10) + times(12, (i) => { const [x, y] = polar(cx, cy, 88, i * 30); return at(x, y, polygon([[-14, 0], [0, -26], [14, 0], [0, 26]], i % 2 ? coral : straw), { turn: i * 30 + 90 }); }).join('') + circle(cx, cy, 44, teal) +
    seats.map((seat, i) => {
      const turn = i * 60 + 12;
      const [bx, by] = polar(cx, cy, 214, turn - 90);
      const [px, py] = polar(cx, cy, 372, turn - 90);
      return (i % 2 ? laptopAbove(bx, by, 0.92, turn + 180, `dsc${i}`, nth([paper, mint, pink], i)) : bookAbove(bx, by, turn + 180, nth([teal, mustard, dusk], i / 2))) + fromAbove(person(seat), px, py, 1.2, turn + 180);
    }).join('') +
    at(70, 90, circle(0, 0, 74, darker(moss, 0.2)) + times(9, (i) => at(0, 0, shape('M0 0C-34 -40 -30 -120 0 -160C30 -120 34 -40 0 0Z', i % 2 ? moss : teal), { turn: i * 40 })).join('')) + at(1120, 820, circle(0, 0, 84, darker(teal, 0.3)) + circle(0, 0, 66, teal) + stroke('M-40 0L40 0M0 -40L0 40', lighter(teal, 0.4), 6))
  );
};

const block = (x: number, y: number, colour: string, mark: number): string =>
  polygon([[x, y], [x + 120, y], [x + 160, y - 44], [x + 40, y - 44]], lighter(colour, 0.35)) + polygon([[x + 120, y], [x + 160, y - 44], [x + 160, y + 76], [x + 120, y + 120]], darker(colour, 0.3)) + rect(x, y, 120, 120, colour) + (mark === 0 ? times(3, (i) => rect(x + 20, y + 26 + i * 28, 60, 10, paper, 4) + circle(x + 96, y + 31 + i * 28, 6, straw)).join('') : mark === 1 ? ring(x + 60, y + 60, 28, paper, 12) : mark === 2 ? stroke(`M${x + 36} ${y + 36}L${x + 62} ${y + 60}L${x + 36} ${y + 84}M${x + 68} ${y + 86}L${x + 94} ${y + 86}`, paper, 11) : '');

const cloudBlocks = (): string => {
  const rows: readonly (readonly [number, number])[] = [[500, 560], [620, 560], [740, 560], [860, 560], [380, 560], [440, 440], [560, 440], [680, 440], [800, 440], [560, 320], [680, 320]];
  return (
    rect(0, 0, 1200, 900, sky) + over(halftone({ x: 0, y: 0, width: 1200, height: 700, step: 26, fill: mix(sky, dusk, 0.25) }, (_, v) => 0.8 - v)) +
    circle(970, 210, 110, straw) + cloud(180, 190, 1.1, paper) + cloud(1060, 330, 0.9, paper) + cloud(250, 470, 0.8, lighter(sky, 0.5)) +
    at(690, 700, shape('M-430 60C-520 60 -520 -90 -400 -90C-390 -160 -300 -160 -270 -110C-200 -170 -100 -150 -70 -100C0 -170 140 -150 170 -100C220 -160 330 -150 340 -80C450 -90 460 60 370 60Z', paper)) + over(at(690, 712, halftone({ x: -420, y: -60, width: 760, height: 84, step: 22, fill: sky }, (_, v) => v * 0.7))) +
    [...rows].toSorted(([ax, ay], [bx, by]) => by - ay || ax - bx).map(([x, y], i) => block(x, y, nth([teal, coral, mustard, dusk, red], i * 2 + (i > 4 ? 1 : 0)), i % 4)).join('') +
    stroke('M230 -10L230 60M330 900L330 70M270 900L270 70M270 70L330 70M270 160L330 230M330 160L270 230M270 320L330 390M330 320L270 390M270 480L330 550M330 480L270 550M270 640L330 710M330 640L270 710', ink, 10).replace('M230 -10L230 60', 'M200 90L860 90L860 60L330 20L270 20L200 60Z') + rect(170, 70, 80, 64, red) + stroke('M700 92L700 170', ink, 6) + block(640, 196, pink, 1) + stroke('M700 152L640 190M700 152L790 152', ink, 5) +
    rect(0, 830, 1200, 70, night) + figure(person(9, { top: coral }), 130, 480, 0.98, { look: 0.6, mood: 'laugh', left: [-70, 160], right: [112, -60], feet: [[-34, 398], [34, 398]] }) + figure(person(2, { top: mustard }), 1080, 500, 0.92, { look: -0.6, left: [-112, -40], right: [70, 160], feet: [[-34, 398], [34, 398]] })
  );
};

const appSketch = (): string => {
  const phone = (inside: string, turn: number, x: number, y: number, scale: number, frame: string): string => at(x, y, rect(-166, -306, 350, 640, mix(teal, ink, 0.5), 44) + rect(-178, -322, 350, 640, frame, 44) + rect(-158, -296, 310, 588, paper, 22) + rect(-50, -308, 90, 8, sand, 4) + inside, { turn, scale });
  const screenOne = rect(-158, -296, 310, 150, red, 22) + circle(-90, -222, 40, straw) + rect(-30, -248, 140, 18, paper, 6) + rect(-30, -216, 96, 14, pink, 6) + times(3, (i) => rect(-132, -116 + i * 112, 258, 92, nth([mint, straw, pink], i), 12) + circle(-88, -70 + i * 112, 26, nth([teal, mustard, coral], i)) + rect(-46, -88 + i * 112, 140, 14, ink, 4) + rect(-46, -62 + i * 112, 96, 12, sand, 4)).join('') + rect(-132, 226, 258, 50, ink, 25);
  const sketch = stroke('M-130 -260L126 -262L124 -120L-132 -118ZM-130 -260L124 -120M126 -262L-132 -118', dusk, 5) + times(3, (i) => stroke(`M-130 ${-70 + i * 46}L${[120, 90, 60][i] ?? 0} ${-72 + i * 46}`, dusk, 7)).join('') + dashed('M-130 90L-14 88L-12 200L-132 202ZM14 90L124 88L126 202L14 200Z', coral, 6, '14 14') + ring(-2, 246, 22, dusk, 5);
  return (
    rect(0, 0, 1200, 900, teal) + times(26, (i) => rect(i * 48, 0, 2, 900, lighter(teal, 0.12)) + rect(0, i * 48, 1200, 2, lighter(teal, 0.12))).join('') +
    at(250, 130, rect(-130, -90, 260, 200, cream) + stroke('M-90 -40L-10 -44M-90 0L60 -4M-90 40L20 38', dusk, 7) + circle(70, 50, 26, coral), { turn: -8 }) + at(1010, 210, rect(-110, -100, 220, 220, straw) + circle(0, 0, 54, red) + shape('M-20 -28L34 0L-20 28Z', paper), { turn: 7 }) +
    stroke('M590 200C660 120 760 110 820 160', coral, 10) + polygon([[836, 176], [794, 168], [824, 132]], coral) +
    phone(sketch, -9, 420, 500, 1.02, cream) + phone(screenOne, 8, 800, 500, 1.1, ink) +
    reachingArm('#e6b48f', mustard, 40, 860, 1.6, -26, 'pinch') + at(330, 690, rect(-150, -17, 250, 34, red, 4) + rect(-150, -6, 250, 12, darker(red, 0.25)) + polygon([[100, -17], [150, 0], [100, 17]], cream) + polygon([[136, -5], [150, 0], [136, 5]], ink) + rect(-186, -17, 38, 34, pink, 8), { turn: -48 }) +
    at(272, 744, stroke('M-50 20Q0 -20 40 -12M-40 50Q10 20 44 14', '#e6b48f', 46), { turn: -10 }) +
    reachingArm('#6b3f2b', coral, 1120, 860, 1.7, 206, 'open') + scatter('dots', 14, [560, 20, 160, 860], (x, y, u) => circle(x, y, 4 + u * 5, u > 0.5 ? straw : pink))
  );
};

export const dsc: readonly Picture[] = [studyCircle, cloudBlocks, appSketch].map((draw, index) => ({ slug: `dsc-${index + 1}`, width: 1200, height: 900, draw }));
