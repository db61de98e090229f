import { useEffect, useRef } from 'react';
import { keepOwn, ownOf, type OwnSignUp } from './own-sign-ups.ts';

/** How long a sign-up for an event without an end is remembered. */
const LONGEST_MS = 180 * 24 * 3_600_000;

interface SignedUp {
  link: string;
  name: unknown;
  state: string;
  /** When the event is over, in epoch milliseconds; null if it never is. */
  overAt: number | null;
  ticket?: string | null;
}

/** Adds it to earlier ones from this browser, because somebody may sign up friends as well. */
export function rememberSignUp(eventKey: string, signedUp: SignedUp): void {
  keepOwn(eventKey, [...ownOf(eventKey), toOwn(signedUp)]);
}

function toOwn({ link, name, state, overAt, ticket = null }: SignedUp): OwnSignUp {
  return {
    link,
    ...(typeof name === 'string' && { name: nameOf(name) }),
    isWaiting: state !== 'going',
    ...(state === 'entered' && { says: 'You are in the draw' }),
    ...(ticket !== null && { ticket }),
    until: overAt ?? Date.now() + LONGEST_MS,
  };
}

const LONGEST_NAME = 100;

const nameOf = (name: string) => name.trim().slice(0, LONGEST_NAME);

const isGone = (state: string) => state === 'cancelled' || state === 'unconfirmed';

interface ManagedSignUp {
  event: { key: string; overAt: number | null };
  state: string;
  ticket: string | null;
  answers: { name?: unknown };
}

/** Updates what this browser remembers of a sign-up from its manage page, or remembers one that was just made again. */
export function useFollowedSignUp(signUp: ManagedSignUp | null): void {
  const before = useRef(signUp?.state ?? '');
  useEffect(() => {
    if (!signUp) return;
    const { event, state, ticket, answers } = signUp;
    const isNew = isGone(before.current) && !isGone(state);
    before.current = state;
    const own = ownOf(event.key);
    const shown = toOwn({ link: location.pathname, name: answers.name, state, overAt: event.overAt, ticket });
    const known = own.find(({ link }) => link === shown.link) ?? own.find((one) => isSamePerson(one, shown, own));
    const kept = isGone(state) ? [] : [shown];
    if (known)
      keepOwn(
        event.key,
        own.flatMap((one) => (one === known ? kept : [one])),
      );
    else if (isNew) keepOwn(event.key, [...own, shown]);
  }, [signUp]);
}

/** Compares names, because every mail has a different link to the same sign-up. */
function isSamePerson({ name }: OwnSignUp, shown: OwnSignUp, own: OwnSignUp[]): boolean {
  return name === undefined ? own.length === 1 : name === shown.name;
}
