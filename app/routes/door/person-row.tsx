import { memo, useEffect, useRef, type RefObject } from 'react';
import { formatClockTime, type ClubClock } from '../../time/club-time.ts';
import { sameValue } from '../../ui/same-value.ts';
import type { DoorActions } from './door-actions.ts';
import type { DoorClient } from './door-client.ts';
import * as styles from './door.module.css';
import type { Expected } from './expected.ts';
import { hasKeyboard } from './has-keyboard.ts';
import { MembershipMark } from './membership-mark.tsx';

interface PersonProps {
  person: Expected;
  act: DoorActions;
  /** Which door it is, and how its club writes times. */
  page: { door: string; clock: ClubClock };
  client: DoorClient;
  isUnsent: boolean;
}

export const PersonRow = memo(function Row({ person, act, page, client, isUnsent }: PersonProps) {
  const { name, state, came, isMember, toPay, answers = [] } = person;
  const button = useFollowed(person, act);
  return (
    <li className={styles.person} data-came={came !== null} data-waits={state === 'waiting'}>
      <span className={styles.name}>
        <bdi>{name}</bdi>
        {answers.length > 0 && (
          <span className={styles.answers}>
            {answers.map((answer, at) => (
              <bdi key={at}>{answer}</bdi>
            ))}
          </span>
        )}
        {state === 'waiting' && <span className={styles.mark}>Waitlist</span>}
        {isMember !== undefined && <MembershipMark person={person} page={page} client={client} />}
        {toPay && (
          <span className={styles.membership}>
            <span className={styles.warningMark}>{`To pay ${toPay}`}</span>
            <button
              type="button"
              className={styles.pay}
              onClick={({ currentTarget }) => {
                // This button disappears, and the next step is to check them in.
                if (currentTarget === document.activeElement) button.current?.focus({ preventScroll: true });
                act.pay(person);
              }}
            >
              Mark <span className="visually-hidden">{`${name} `}</span>as paid
            </button>
          </span>
        )}
        {isUnsent && <span className={styles.unsent}>waiting for the network</span>}
      </span>
      <CheckIn person={person} act={act} page={page} button={button} />
    </li>
  );
}, sameValue);

/**
 * Shows the person who was just checked in, undone or added, and focuses their button. With a keyboard, the focus goes to the
 * search instead when somebody came: pressing Enter once more would undo it.
 */
function useFollowed({ key, came }: Expected, act: DoorActions): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const isNew = useRef(true);
  useEffect(() => {
    if (act.isFollowed(key)) {
      if (came === null || !hasKeyboard()) button.current?.focus({ preventScroll: true });
      // Somebody who was added, or was waiting, now has another place in the list.
      if (isNew.current) button.current?.scrollIntoView({ block: 'center' });
    }
    isNew.current = false;
  }, [act, key, came]);
  return button;
}

interface CheckInProps extends Pick<PersonProps, 'person' | 'act' | 'page'> {
  button: RefObject<HTMLButtonElement | null>;
}

/** The button that undoes is in another place than the one that checks in, so pressing twice undoes nothing. */
function CheckIn({ person, act, page, button }: CheckInProps) {
  const { key, name, state, came } = person;
  if (came === null) {
    return (
      <button
        ref={button}
        type="button"
        className={styles.checkIn}
        aria-label={`Check in ${name}`}
        onClick={({ currentTarget }) => {
          if (state === 'waiting' || currentTarget === document.activeElement) act.follow(key);
          act.checkIn(person);
        }}
      >
        Check in
      </button>
    );
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.undo}
        aria-label={`Undo ${name}`}
        onClick={({ currentTarget }) => {
          if (currentTarget === document.activeElement) act.follow(key);
          act.undo(person);
        }}
      >
        Undo
      </button>
      <span className={styles.came}>
        Came at <span className={styles.time}>{formatClockTime(came, page.clock)}</span>
      </span>
    </>
  );
}
