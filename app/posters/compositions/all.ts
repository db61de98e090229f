import { blocks } from './blocks.ts';
import { chess } from './chess.ts';
import { circuit } from './circuit.ts';
import type { Composition } from './composition.ts';
import { dots } from './dots.ts';
import { loops } from './loops.ts';
import { orbit } from './orbit.ts';
import { plot } from './plot.ts';
import { rays } from './rays.ts';
import { stack } from './stack.ts';
import { stairs } from './stairs.ts';
import { stripes } from './stripes.ts';
import { waves } from './waves.ts';

/** The order decides which key gets which: a new one changes the posters of a club. */
export const COMPOSITIONS: readonly [Composition, ...Composition[]] = [
  rays,
  waves,
  stack,
  dots,
  circuit,
  chess,
  loops,
  stripes,
  blocks,
  orbit,
  stairs,
  plot,
];
