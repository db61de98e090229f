import type { Palette } from './compositions/composition.ts';
import { raisedOn, readableOn, type Inks } from './inks.ts';

export interface Scheme extends Palette {
  /** The colour behind the title. */
  band: string;
  bandText: string;
}

/** Which ink goes where. The order decides which key gets which scheme, so adding one changes a club's posters. */
export const SCHEMES: readonly [(inks: Inks) => Scheme, ...((inks: Inks) => Scheme)[]] = [
  ({ paper, ink, accent, second }) => onPaper(paper, ink, accent, second),
  ({ paper, ink, accent }) => onPaper(paper, ink, accent, ink),
  ({ paper, ink, accent }) => onPaper(paper, ink, ink, accent),
  (inks) => ({ ...plain(inks.accent, inks), first: inks.paper, second: inks.ink }),
  (inks) => ({ ...plain(inks.accent, inks), first: inks.second, second: inks.paper }),
  (inks) => ({ ...plain(inks.ink, inks), first: raisedOn(inks.ink, inks.accent, 3), second: inks.paper }),
  (inks) => ({ ...plain(inks.second, inks), first: inks.accent, second: inks.ink }),
  (inks) => ({
    ...plain(inks.accent, inks),
    first: inks.paper,
    second: inks.ink,
    band: inks.paper,
    bandText: inks.ink,
  }),
  (inks) => ({
    ...plain(inks.accent, inks),
    first: inks.ink,
    second: inks.paper,
    band: inks.ink,
    bandText: inks.paper,
  }),
];

function onPaper(paper: string, ink: string, first: string, second: string): Scheme {
  return { band: paper, bandText: ink, ground: paper, first, second, blend: 'multiply' };
}

function plain(ground: string, inks: Inks): Omit<Scheme, 'first' | 'second'> {
  const text = readableOn(ground, inks);
  return { band: ground, bandText: text, ground, blend: 'normal' };
}
