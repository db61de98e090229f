import { useEffect, useRef } from 'react';
import { forgetSignUp, readOwn, writeOwn } from './own-sign-ups.ts';

/** How long a sign-up for an event without an end is remembered. */
const LONGEST_MS = 180 * 24 * 3_600_000;

export function rememberSignUp(
  eventKey: string,
  link: string,
  state: string,
  overAt: number | null,
  ticket: string | null = null,
): void {
  const until = overAt ?? Date.now() + LONGEST_MS;
  const draw = { ...(ticket !== null && { ticket }), ...(state === 'entered' && { says: 'You are in the draw' }) };
  writeOwn({ ...readOwn(), [eventKey]: { link, isWaiting: state !== 'going', ...draw, until } });
}

const isGone = (state: string) => state === 'cancelled' || state === 'unconfirmed';

/** What a manage page shows, of an event that this browser remembers, or that it has just been signed up for again. */
export function useFollowedSignUp(
  event: { key: string; overAt: number | null } | undefined,
  { state, ticket }: { state: string; ticket: string | null },
): void {
  const before = useRef(state);
  useEffect(() => {
    if (!event) return;
    const isNew = isGone(before.current) && !isGone(state);
    before.current = state;
    if (!isNew && !(event.key in readOwn())) return;
    if (isGone(state)) forgetSignUp(event.key);
    else rememberSignUp(event.key, location.pathname, state, event.overAt, ticket);
  }, [event, state, ticket]);
}
