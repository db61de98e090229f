import { formatViewTime, type ClubClock } from '../../time/club-time.ts';
import { arePlacesKept } from './kept-places.ts';
import type { PersonForm, PlacesState } from './rules.ts';
import { CLOSED } from './sentences.ts';
import { isForMembers } from './settings.ts';

interface PlacesCounted {
  state: PlacesState;
  places: number | null;
  taken?: number;
}

/** What an event’s page says about its places. */
export function placesText(
  { state, places, taken = 0 }: PlacesCounted,
  { opens, closes }: PersonForm,
  clock: ClubClock,
): string {
  const at = (moment: number | null) => (moment === null ? '' : formatViewTime(moment, clock));
  if (state === 'notYet') return `Sign-up opens ${at(opens)}.`;
  if (state === 'draw') return drawText(closes, clock);
  if (state === 'waitlist') return `${CLOSED.full} Join the waitlist: whoever cancels makes room.`;
  if (state === 'full') return CLOSED.full;
  if (state !== 'open' || places === null) return '';
  return `${Math.max(0, places - taken).toLocaleString('en')} of ${places.toLocaleString('en')} places left`;
}

export function drawText(closes: number | null, clock: ClubClock): string {
  const at = closes === null ? '' : formatViewTime(closes, clock);
  return `Places are drawn on ${at}. When you sign up makes no difference.`;
}

/** null while everyone may sign up. */
export function audienceText(form: PersonForm, clock: ClubClock, now = Date.now()): string | null {
  if (!isForMembers(form, now)) return null;
  return form.membersUntil === null ? 'For members.' : `For members until ${formatViewTime(form.membersUntil, clock)}.`;
}

/** null if none are kept. */
export function keptText(form: PersonForm, clock: ClubClock, now = Date.now()): string | null {
  if (form.keepUntil === null || !arePlacesKept(form, now)) return null;
  return `Places are kept for each group until ${formatViewTime(form.keepUntil, clock)}.`;
}

/** What the page says about the end of sign-up. */
export function closesText(closes: number, clock: ClubClock): string {
  return `Sign-up closes ${formatViewTime(closes, clock)}.`;
}
