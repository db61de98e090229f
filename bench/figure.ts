/** One line of the table. Where there is a floor, `ratio` is the median of pairs measured one after the other. */
export interface Row {
  what: string;
  unit: string;
  floor?: number;
  measured: number;
  ratio?: number;
  /** What the ratio, or what was measured where there is none, must reach; left out: only reported. */
  goal?: Goal;
  /** By what part of the goal a run may miss it on a shared machine before it counts as missed. */
  noise?: number;
  /** The machine's load as it was measured, where that was too much to judge by. */
  load?: number;
}

export type Goal = { atLeast: number } | { atMost: number };

/** One figure: its file measures it, figures.ts lists it. */
export interface Figure {
  /** As typed: `npm run bench -- name`. */
  name: string;
  about: string;
  measure: () => Promise<Row[]>;
}

export type Verdict = 'yes' | 'within noise' | 'NO' | 'reported' | 'not judged';

/** Whether a row meets its goal. */
export function verdictOf({ ratio, measured, goal, noise = 0, load }: Row): Verdict {
  if (!goal) return 'reported';
  if (load !== undefined) return 'not judged';
  const value = ratio ?? measured;
  if ('atLeast' in goal) return verdict(value >= goal.atLeast, value >= goal.atLeast * (1 - noise));
  return verdict(value <= goal.atMost, value <= goal.atMost * (1 + noise));
}

function verdict(isMet: boolean, isNear: boolean): Verdict {
  return isMet ? 'yes' : isNear ? 'within noise' : 'NO';
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
