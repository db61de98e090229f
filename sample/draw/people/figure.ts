import { bark, darker, ink, lighter, paper } from '../ink/palette.ts';
import { at, circle, outline, rect, shape, stroke } from '../ink/svg.ts';
import type { Point } from '../ink/svg.ts';
import { head, headBehind, neck } from './head.ts';
import type { Looking } from './head.ts';
import type { Person } from './roster.ts';

/** Places in head units relative to the pit of the neck: a hand, a foot or none. */
export type Pose = Looking & {
  readonly left?: Point;
  readonly right?: Point;
  readonly feet?: readonly [Point, Point];
  readonly seated?: boolean;
  readonly back?: boolean;
  readonly short?: boolean;
};

/** The bend of a two-part limb; `side` chooses which way it bends. */
const joint = ([ax, ay]: Point, [bx, by]: Point, first: number, second: number, side: number): Point => {
  const distance = Math.min(Math.hypot(bx - ax, by - ay), first + second - 0.5);
  const along = (first * first - second * second + distance * distance) / (2 * distance);
  const away = Math.sqrt(Math.max(0, first * first - along * along)) * side;
  const [ux, uy] = [(bx - ax) / Math.hypot(bx - ax, by - ay), (by - ay) / Math.hypot(bx - ax, by - ay)];
  return [ax + ux * along - uy * away, ay + uy * along + ux * away];
};

/** Elbows hang: of the two bends the lower one, or the outer one when both are about level. */
const elbowOf = (shoulder: Point, hand: Point, side: -1 | 1): Point => {
  const [one, other] = [joint(shoulder, hand, 82, 78, 1), joint(shoulder, hand, 82, 78, -1)];
  const hang = ([x, y]: Point): number => y + 0.7 * side * x;
  return hang(one) > hang(other) ? one : other;
};

const arm = (person: Person, side: -1 | 1, hand: Point, short: boolean): string => {
  const shoulder: Point = [side * 48, 24];
  const elbow = elbowOf(shoulder, hand, side);
  const [dx, dy] = [hand[0] - elbow[0], hand[1] - elbow[1]];
  const length = Math.hypot(dx, dy) || 1;
  const wrist: Point = [elbow[0] + dx * 0.72, elbow[1] + dy * 0.72];
  const cut = darker(person.top, 0.3);
  const sleeve = short
    ? outline([shoulder, [shoulder[0] + (elbow[0] - shoulder[0]) * 0.7, shoulder[1] + (elbow[1] - shoulder[1]) * 0.7]])
    : outline([shoulder, elbow, wrist]);
  const thumb: Point = [
    hand[0] + (dy / length) * 9 * side + (dx / length) * 4,
    hand[1] - (dx / length) * 9 * side + (dy / length) * 4,
  ];
  return (
    stroke(outline([shoulder, elbow, hand]), person.skin, 22) +
    circle(hand[0] + (dx / length) * 4, hand[1] + (dy / length) * 4, 14, person.skin) +
    circle(thumb[0], thumb[1], 6.5, person.skin) +
    stroke(sleeve, cut, 37) +
    stroke(sleeve, person.top, 32)
  );
};

export const arms = (person: Person, pose: Pose): string =>
  (pose.left ? arm(person, -1, pose.left, pose.short ?? false) : '') +
  (pose.right ? arm(person, 1, pose.right, pose.short ?? false) : '');

const collars: Record<NonNullable<Person['collar']>, (person: Person) => string> = {
  crew: ({ top }) => stroke('M-22 3Q0 22 22 3', darker(top, 0.25), 5),
  turtle: ({ top }) => rect(-19, -20, 38, 28, darker(top, 0.12), 8) + stroke('M-18 7Q0 14 18 7', darker(top, 0.3), 3),
  shirt: ({ top }) =>
    shape('M-22 -6L0 20L-20 32L-34 6ZM22 -6L0 20L20 32L34 6Z', lighter(top, 0.35)) +
    stroke('M0 22L0 140', darker(top, 0.25), 3),
  hood: ({ top }) =>
    shape(
      'M-38 8C-34 -16 34 -16 38 8C26 34 -26 34 -38 8ZM-20 0C-16 16 16 16 20 0C12 -8 -12 -8 -20 0Z',
      darker(top, 0.18),
    ) + stroke('M-10 24L-12 54M10 24L12 58', paper, 3.5),
};

const torso = (person: Person, back: boolean): string =>
  shape('M-22 -4C-48 2 -66 12 -68 44L-60 190L60 190L68 44C66 12 48 2 22 -4C12 4 -12 4 -22 -4Z', person.top) +
  (back
    ? person.collar === 'hood'
      ? shape('M-40 4C-30 -12 30 -12 40 4C38 50 -38 50 -40 4Z', darker(person.top, 0.2))
      : ''
    : collars[person.collar ?? 'crew'](person));

const leg = (person: Person, side: -1 | 1, foot: Point, seated: boolean): string => {
  const hip: Point = [side * 27, 178];
  const knee: Point = seated ? [foot[0] * 0.9 + side * 6, 206] : joint(hip, foot, 105, 105, -side);
  const toe = foot[0] + side * 20;
  return (
    shape(
      `M${foot[0] - side * 16} ${foot[1] - 14}L${foot[0] + side * 14} ${foot[1] - 14}Q${toe + side * 16} ${foot[1] - 2} ${toe + side * 12} ${foot[1] + 14}L${foot[0] - side * 18} ${foot[1] + 14}Z`,
      person.legs === ink ? bark : ink,
    ) +
    stroke(outline([hip, knee, [foot[0], foot[1] - 8]]), darker(person.legs, 0.35), 51) +
    stroke(outline([hip, knee, [foot[0], foot[1] - 8]]), person.legs, 46)
  );
};

const headOf = (person: Person, pose: Pose): { behind: string; before: string } => {
  const placed = (inside: string): string => at(0, -62, inside, { turn: pose.tilt ?? 0 });
  if (pose.back) return { behind: '', before: placed(headBehind(person)) };
  const drawn = head(person, pose);
  return { behind: placed(drawn.behind), before: placed(drawn.before) };
};

/** A whole figure with its neck at (x, y); at scale 1 the head is 100 px high. Arms may be drawn apart, over a table. */
export const figure = (
  person: Person,
  x: number,
  y: number,
  scale: number,
  pose: Pose,
  part: 'all' | 'body' | 'arms' = 'all',
): string => {
  if (part === 'arms') return at(x, y, arms(person, pose), { scale });
  const top = headOf(person, pose);
  const covered = person.style === 'hijab';
  const legs = pose.feet
    ? leg(person, -1, pose.feet[0], pose.seated ?? false) + leg(person, 1, pose.feet[1], pose.seated ?? false)
    : '';
  const reach = part === 'all' ? arms(person, pose) : '';
  const upper = pose.back
    ? torso(person, true) + (pose.seated ? '' : reach) + top.before
    : (covered ? '' : top.behind) +
      torso(person, false) +
      (covered ? reach + top.behind : '') +
      (covered ? '' : at(0, -62, neck(person.skin))) +
      collarAgain(person) +
      top.before;
  if (pose.seated) return at(x, y, upper + legs + (covered && !pose.back ? '' : reach), { scale });
  return at(x, y, legs + upper + (pose.back || covered ? '' : reach), { scale });
};

/** The collar lies over the foot of the neck. */
const collarAgain = (person: Person): string =>
  person.style === 'hijab' ? '' : collars[person.collar ?? 'crew'](person);
