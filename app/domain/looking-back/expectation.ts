import type { Reader } from '../../db/db.server.ts';
import type { ClubYears } from '../../time/club-year.ts';
import { listCounts } from './counts.ts';

/** Fewer events say nothing. */
const FEWEST_EVENTS = 5;
/** From this many events on, the lowest and the highest tenth are left out. */
const MANY_EVENTS = 10;

/** How many of the people who are going to expect: 'Expect 18 to 24' and 'of 5 events, 61–84 % came'. */
export interface Expectation {
  expect: string;
  basis: string;
}

/** Expects the share of people who came to past events; null if nobody is going or too few events were counted. */
export async function expectAt(
  db: Reader,
  going: number,
  club: ClubYears,
  now = Date.now(),
): Promise<Expectation | null> {
  if (going === 0) return null;
  const counts = await listCounts(db, club, now);
  const shares = counts.flatMap(({ signUps, came }) => (came === null || signUps === 0 ? [] : shareOf(came, signUps)));
  return expectationOf(shares, going);
}

/** If officers only counted heads, more people may have come than signed up. */
function shareOf(came: number, signUps: number): number {
  return Math.min(1, came / signUps);
}

export function expectationOf(shares: readonly number[], going: number): Expectation | null {
  if (shares.length < FEWEST_EVENTS) return null;
  const inOrder = shares.toSorted((one, other) => one - other);
  const left = inOrder.length < MANY_EVENTS ? 0 : Math.floor(inOrder.length / 10);
  const low = inOrder[left] ?? 0;
  const high = inOrder[inOrder.length - 1 - left] ?? 0;
  const [from, to] = [low, high].map((share) => Math.round(share * going).toLocaleString('en'));
  const [least, most] = [low, high].map((share) => Math.round(share * 100));
  return { expect: `Expect ${from} to ${to}`, basis: `of ${inOrder.length} events, ${least}–${most} % came` };
}
