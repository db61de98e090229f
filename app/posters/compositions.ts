import { blocks } from './compositions/blocks.ts';
import { chess } from './compositions/chess.ts';
import { circuit } from './compositions/circuit.ts';
import type { Composition } from './compositions/composition.ts';
import { dots } from './compositions/dots.ts';
import { loops } from './compositions/loops.ts';
import { orbit } from './compositions/orbit.ts';
import { plot } from './compositions/plot.ts';
import { rays } from './compositions/rays.ts';
import { stack } from './compositions/stack.ts';
import { stairs } from './compositions/stairs.ts';
import { stripes } from './compositions/stripes.ts';
import { waves } from './compositions/waves.ts';

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
