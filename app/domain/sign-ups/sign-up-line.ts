import { formatDay, formatHours, formatWeekday, startOfDay, type ClubClock } from '../../time/club-time.ts';
import type { PlaceCounts, PlacesState } from './rules.ts';

/** How an event's sign-up stands, in the few words of a card or a button. */
export interface SignUpLine {
  text: string;
  /** Whether somebody who comes now may sign up, even if only to wait. */
  isOpen: boolean;
}

export function signUpLine(
  { places, taken = 0, state }: Partial<Pick<PlaceCounts, 'taken'>> & { places: number | null; state: PlacesState },
  opens: number | null,
  clock: ClubClock,
  now: number,
): SignUpLine {
  const isOpen = state === 'open' || state === 'draw' || state === 'waitlist';
  if (state === 'open') return { text: ['Sign up', placesLeft(places, taken)].filter(Boolean).join(' · '), isOpen };
  if (state === 'draw') return { text: 'Sign up · places are drawn', isOpen };
  if (state === 'waitlist') return { text: 'Full · join the waitlist', isOpen };
  if (state === 'full') return { text: 'Full', isOpen };
  return {
    text: state === 'notYet' ? `Sign-up opens ${nearTime(opens ?? now, clock, now)}` : 'Sign-up has closed',
    isOpen,
  };
}

function placesLeft(places: number | null, taken: number): string {
  if (places === null) return '';
  const left = Math.max(0, places - taken);
  return `${left.toLocaleString('en')} ${left === 1 ? 'place' : 'places'} left`;
}

/** 'at 6 PM' today, 'Friday' within a week, then 'Tue Nov 24'. */
function nearTime(time: number, clock: ClubClock, now: number): string {
  if (time < startOfDay(now, 1, clock.timeZone)) return `at ${formatHours(time, clock)}`;
  return time < startOfDay(now, 7, clock.timeZone) ? formatWeekday(time, clock) : formatDay(time, clock, now);
}
