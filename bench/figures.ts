import type { Figure } from './figure.ts';
import { changes } from './changes.ts';
import { draw } from './draw.ts';
import { firstPaint } from './first-paint.ts';
import { flood } from './flood.ts';
import { growth } from './growth.ts';
import { hero } from './hero.ts';
import { lighthouse } from './lighthouse.ts';
import { lists } from './lists.ts';
import { members } from './members.ts';
import { options } from './options.ts';
import { pages } from './pages.ts';
import { places } from './places.ts';
import { processor } from './processor.ts';
import { redirect } from './redirect.ts';
import { release } from './release.ts';
import { signUps } from './sign-ups.ts';
import { start } from './start.ts';
import { streams } from './streams.ts';
import { weight } from './weight.ts';

/** Every figure, in the order of the table. A new one is a file beside this one and a line here. */
export const FIGURES: Figure[] = [
  pages,
  redirect,
  lists,
  changes,
  processor,
  streams,
  signUps,
  places,
  members,
  options,
  draw,
  growth,
  flood,
  start,
  release,
  weight,
  hero,
  firstPaint,
  lighthouse,
];
