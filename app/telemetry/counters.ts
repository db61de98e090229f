export interface Counters {
  signUps: number;
  submissions: number;
}

export function createCounters(): Counters {
  return { signUps: 0, submissions: 0 };
}
