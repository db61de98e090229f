import type { DoorAction } from '../../domain/sign-ups/door/batch.ts';
import { formatClockTime, type ClubClock } from '../../time/club-time.ts';
import { announce } from '../../ui/announcer.tsx';
import type { DoorClient } from './door-client.ts';
import type { Expected } from './expected.ts';
import type { Greeting } from './scanner.tsx';

export type DoorActions = ReturnType<typeof createDoorActions>;

export function createDoorActions(client: DoorClient, clock: ClubClock, onCame: () => void) {
  const stamp = () => ({ id: crypto.randomUUID(), at: Date.now() });
  const act = (action: DoorAction) => client.act(action);
  let followed: string | undefined;
  return {
    /** Moves the focus to this person's button, even if their row has moved. */
    follow(key: string) {
      followed = key;
    },
    /** True once for the person that the focus is to follow. */
    isFollowed(key: string) {
      const isThem = followed === key;
      if (isThem) followed = undefined;
      return isThem;
    },
    checkIn({ key, name }: Expected) {
      act({ verb: 'checkIn', key, ...stamp() });
      announce(`${name} came.`);
      onCame();
    },
    pay({ key, name }: Expected) {
      act({ verb: 'pay', key, ...stamp() });
      announce(`${name} is marked as paid.`);
    },
    undo({ key, name, checkIns }: Expected) {
      act({ verb: 'undo', key, ...stamp(), undoes: checkIns });
      announce(`The check-in of ${name} was undone.`);
    },
    add(name: string, email: string) {
      const key = crypto.randomUUID();
      followed = key;
      act({ verb: 'add', key, ...stamp(), name, email });
      announce(`${name} was added, and came.`);
      onCame();
    },
    welcome(person: Expected): Greeting {
      const { key, name, came, isMember, toPay } = person;
      if (came !== null) return { text: `${name} came at ${formatClockTime(came, clock)}.`, tone: 'refusal' };
      act({ verb: 'checkIn', key, ...stamp() });
      const text = `Welcome, ${name}`;
      if (toPay) return { text, note: `${name} still has to pay ${toPay}.`, tone: 'warning' };
      if (isMember === false) return { text, note: `${name} is not a paid member.`, tone: 'warning' };
      return { text, tone: 'welcome' };
    },
  };
}
