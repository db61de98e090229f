import { blocks } from './blocks.ts';
import type { Composition } from './composition.ts';
import { dots } from './dots.ts';
import { loops } from './loops.ts';
import { waves } from './waves.ts';

/** The order decides which key gets which: a new one changes the posters of a club. */
export const COMPOSITIONS: readonly [Composition, ...Composition[]] = [waves, dots, loops, blocks];
