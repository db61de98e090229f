import { halftone, rays } from './ink/halftone.ts';
import { coral, cream, dusk, mint, mix, mustard, paper, pink, red, sky, straw, teal } from './ink/palette.ts';
import { times } from './ink/random.ts';
import { circle, over, polygon, rect, ring } from './ink/svg.ts';
import { figure } from './people/figure.ts';
import type { Mood } from './people/head.ts';
import { person } from './people/roster.ts';
import type { Person } from './people/roster.ts';
import type { Picture } from './picture.ts';

type Sitting = {
  readonly who: Person;
  readonly wall: string;
  readonly form: string;
  readonly behind: 'sun' | 'rays' | 'dots' | 'stripes' | 'arch' | 'steps';
  readonly look: number;
  readonly mood: Mood;
  readonly tilt?: number;
};

const sittings: readonly Sitting[] = [
  { who: person(0), wall: pink, form: coral, behind: 'sun', look: -0.15, mood: 'smile' },
  { who: person(2), wall: mint, form: teal, behind: 'dots', look: 0.2, mood: 'smile', tilt: -3 },
  { who: person(3), wall: straw, form: mustard, behind: 'arch', look: 0.1, mood: 'smile' },
  { who: person(8), wall: cream, form: coral, behind: 'stripes', look: -0.2, mood: 'laugh', tilt: 3 },
  { who: person(1), wall: sky, form: dusk, behind: 'sun', look: 0.25, mood: 'laugh' },
  { who: person(5), wall: coral, form: pink, behind: 'rays', look: -0.1, mood: 'smile' },
  { who: person(9), wall: mint, form: paper, behind: 'sun', look: 0.2, mood: 'laugh', tilt: -4 },
  { who: person(6, { top: teal }), wall: pink, form: coral, behind: 'steps', look: -0.2, mood: 'smile' },
  { who: person(7, { top: red }), wall: mustard, form: straw, behind: 'rays', look: 0.15, mood: 'smile', tilt: 3 },
  { who: person(4, { top: teal }), wall: cream, form: coral, behind: 'arch', look: -0.25, mood: 'smile' },
  { who: person(10), wall: sky, form: paper, behind: 'dots', look: 0.2, mood: 'smile', tilt: -2 },
];

const backdrop = ({ behind, form, wall }: Sitting): string => {
  switch (behind) {
    case 'sun':
      return circle(214, 196, 148, form) + ring(214, 196, 166, form, 4);
    case 'rays':
      return rays(200, 210, 330, 14, form, 6);
    case 'dots':
      return over(
        halftone(
          { x: 0, y: 0, width: 400, height: 400, step: 20, fill: mix(wall, form, 0.45) },
          (u, v) => 0.95 - v * 0.8 - u * 0.2,
        ),
      );
    case 'stripes':
      return times(7, (i) =>
        polygon(
          [
            [i * 80 - 120, 0],
            [i * 80 - 80, 0],
            [i * 80 - 40, 400],
            [i * 80 - 80, 400],
          ],
          form,
        ),
      ).join('');
    case 'arch':
      return circle(200, 190, 150, form) + rect(50, 190, 300, 220, form);
    case 'steps':
      return rect(0, 210, 400, 190, form) + rect(70, 130, 260, 120, form) + rect(130, 50, 140, 120, form);
  }
};

const portrait = (sitting: Sitting): string =>
  rect(0, 0, 400, 400, sitting.wall) +
  backdrop(sitting) +
  figure(sitting.who, 200, 306, 1.95, {
    look: sitting.look,
    mood: sitting.mood,
    left: [-66, 176],
    right: [66, 176],
    tilt: sitting.tilt ?? 0,
  });

export const portraits: readonly Picture[] = sittings.map((sitting, index) => ({
  slug: `portrait-${index + 1}`,
  width: 400,
  height: 400,
  quality: 78,
  draw: () => portrait(sitting),
}));
