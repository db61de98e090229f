import type { DoorAction } from '../../domain/sign-ups/door/batch.ts';
import type { DoorList, DoorPerson } from '../../domain/sign-ups/door/door.ts';

/** A person as this phone shows them; what was done here counts at once. */
export interface Expected extends DoorPerson {
  /** True if something done here has not been sent yet. */
  isUnsent: boolean;
}

/** The list, with what was done on this phone and has not been sent yet. */
export function withActions({ people }: DoorList, actions: DoorAction[]): Expected[] {
  if (actions.length === 0) return people.map((person) => ({ ...person, isUnsent: false }));
  const byKey = new Map<string, Expected>(people.map((person) => [person.key, { ...person, isUnsent: false }]));
  const before = new Map(people.map(({ key, state }) => [key, state]));
  for (const action of actions) {
    const { key, verb } = action;
    const person = byKey.get(key) ?? (verb === 'add' ? newcomer(key, action.name) : undefined);
    if (!person) continue;
    const was = before.get(key) ?? 'going';
    byKey.set(key, {
      ...afterAction(person, action, was),
      isUnsent: true,
    });
  }
  return [...byKey.values()];
}

function afterAction(person: Expected, action: DoorAction, was: DoorPerson['state']): Expected {
  if (action.verb === 'undo') return withUndone(person, was, action.undoes);
  return action.verb === 'pay' ? withoutDebt(person) : withCheckIn(person, action);
}

function withoutDebt({ toPay: _paid, ...person }: Expected): Expected {
  return person;
}

function newcomer(key: string, name: string): Expected {
  return { key, name, state: 'going', came: null, checkIns: [], isUnsent: true };
}

function withCheckIn(person: Expected, { id, at }: Pick<DoorAction, 'id' | 'at'>): Expected {
  const { came, checkIns } = person;
  return { ...person, state: 'going', came: Math.min(at, came ?? at), checkIns: [...checkIns, id] };
}

function withUndone(person: Expected, was: DoorPerson['state'], undone: string[]): Expected {
  const checkIns = person.checkIns.filter((id) => !undone.includes(id));
  return checkIns.length > 0 ? { ...person, checkIns } : { ...person, checkIns, came: null, state: was };
}
