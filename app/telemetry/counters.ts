export interface Counters {
  /** To events' own forms. */
  signUps: number;
  /** Of the club's other forms. */
  submissions: number;
}

export function createCounters(): Counters {
  return { signUps: 0, submissions: 0 };
}
