/** What was recorded since the start, counted by whoever records it. */
export interface Counters {
  /** Responses to events' own forms. */
  signUps: number;
  /** Submissions of the club's other forms. */
  submissions: number;
}

export function createCounters(): Counters {
  return { signUps: 0, submissions: 0 };
}
