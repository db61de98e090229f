import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryForm, settings, terms, violations, type Happening } from '../../../test/sign-up-machine.ts';
import { HOUR_MS } from '../../time/durations.ts';
import type { Answers } from '../questions/answer.ts';
import type { PersonForm } from './rules.ts';

const come = (person: number, given: Partial<Happening & { what: 'come' }> = {}): Happening => ({
  what: 'come',
  person,
  by: 'visitor',
  option: undefined,
  beyondLimit: false,
  ...given,
});

const nameOf = ({ name }: Answers) => String(name);

/** What became of a form to which all of this happened: who stands where in their order, and who was told what by the last of it. */
function after(given: Partial<PersonForm>, ...happened: Happening[]) {
  const form = new MemoryForm(given);
  const told = happened.map((one) =>
    form.happen(one).flatMap(({ answer }) => {
      if ('refusal' in answer) return [answer.refusal];
      return answer.mails.map(({ to, occasion }) => `${nameOf(to.answers)}: ${occasion}`);
    }),
  );
  const people = form.people.toSorted((one, other) => one.since - other.since);
  return { states: people.map(({ answers, state }) => `${nameOf(answers)} ${state}`), told: told.at(-1) };
}

const three = [come(1), come(2), come(3)];

describe('a decision', () => {
  test('keeps what sign-ups promise, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(settings, terms, (given, happened) => {
        const form = new MemoryForm(given);
        for (const one of happened) for (const step of form.happen(one)) expect(violations(step)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('after the limit was lowered, nobody loses a place and none that becomes free is given', () => {
    const lowered = [come(1), come(2), come(3), come(4), { what: 'change places', places: 2 } as const];
    expect(after({ places: 3 }, ...lowered, { what: 'cancel', who: 0 })).toEqual({
      states: ['Person 1 cancelled', 'Person 2 going', 'Person 3 going', 'Person 4 waiting'],
      told: ['Person 1: cancelled'],
    });
  });

  test('gives the place of whoever cancels to the first who waits, and tells both', () => {
    expect(after({ places: 1 }, ...three, { what: 'cancel', who: 0 })).toEqual({
      states: ['Person 1 cancelled', 'Person 2 going', 'Person 3 waiting'],
      told: ['Person 1: cancelled', 'Person 2: moved up'],
    });
  });

  test('lets somebody who cancelled come again, behind those who wait', () => {
    expect(after({ places: 1 }, ...three, { what: 'cancel', who: 0 }, come(1))).toEqual({
      states: ['Person 2 going', 'Person 3 waiting', 'Person 1 waiting'],
      told: ['Person 1: waiting'],
    });
  });

  test('undoing that the door let somebody in beyond the limit takes a place from nobody else', () => {
    const letIn = { what: 'check in', who: 2, by: 'door' } as const;
    expect(after({ places: 1 }, ...three, letIn, { what: 'undo check-in', who: 2, by: 'door' }).states).toEqual([
      'Person 1 going',
      'Person 2 waiting',
      'Person 3 waiting',
    ]);
  });

  test('puts whoever did not answer before everyone else who waits', () => {
    expect(after({ places: 1 }, ...three, { what: 'ask' }, { what: 'pass on' })).toEqual({
      states: ['Person 1 waiting', 'Person 2 going', 'Person 3 waiting'],
      told: ['Person 2: moved up', 'Person 1: passed on'],
    });
  });

  test('a sign-up whose address is to be confirmed counts once it is, behind those who came meanwhile', () => {
    const confirming = [come(1), come(2), { what: 'confirm', who: 1, isMailed: true } as const];
    expect(after({ places: 1, confirms: true }, ...confirming, { what: 'confirm', who: 0, isMailed: true })).toEqual({
      states: ['Person 2 going', 'Person 1 waiting'],
      told: ['Person 1: waiting'],
    });
  });

  test('without a waitlist refuses who comes too late, and an officer may give one more place', () => {
    expect(after({ places: 1, waitlist: false }, come(1), come(2)).told).toEqual(['full']);
    expect(after({ places: 1, waitlist: false }, come(1), come(2, { by: 'officer', beyondLimit: true })).told).toEqual([
      'Person 2: going',
    ]);
  });

  test('lets nobody move up while the event is cancelled, and all who can once it takes place', () => {
    const cancelled = [...three, { what: 'cancel event' } as const, { what: 'cancel', who: 0 } as const];
    expect(after({ places: 1 }, ...cancelled).told).toEqual(['Person 1: cancelled']);
    expect(after({ places: 1 }, ...cancelled, { what: 'cancel event' }).told).toEqual(['Person 2: moved up']);
  });

  test('draws places among who entered; one who has a place already takes one of them', () => {
    const entered = [1, 2, 3].map((person) => come(person, { by: 'officer' }));
    const { states } = after({ places: 2, draw: true }, ...entered, { what: 'draw' });
    expect(states.map((line) => line.split(' ').at(-1))).toEqual(['going', 'going', 'waiting']);
  });

  test('whoever is drawn once nothing is to be paid any more owes nothing, also who owed before', () => {
    const form = new MemoryForm({ places: null, price: 1250, memberPrice: null });
    const happened: Happening[] = [
      come(1),
      { what: 'cancel', who: 0 },
      { what: 'change price', price: null },
      { what: 'change whether places are drawn' },
      { what: 'return', who: 0, isMailed: true },
      { what: 'draw' },
    ];
    for (const one of happened) form.happen(one);
    const going = form.people.filter(({ state }) => state === 'going');
    expect(going.map(({ owes }) => owes)).toEqual([null]);
  });

  /** ‘Early’ has two places until the next hour, and the form four. */
  const kept = { places: 4, keepUntil: new MemoryForm().now + HOUR_MS };
  const early = (person: number) => come(person, { option: 'Early' });
  const late = (person: number) => come(person, { option: 'Late' });

  test('whoever chooses a full option that is kept for a group waits for it beside free places, and moves up when it has one', () => {
    const full = [early(1), early(2), early(3), late(4)];
    expect(after(kept, ...full)).toEqual({
      states: ['Person 1 going', 'Person 2 going', 'Person 3 waiting', 'Person 4 going'],
      told: ['Person 4: going'],
    });
    expect(after(kept, ...full, { what: 'cancel', who: 3 }).told).toEqual(['Person 4: cancelled']);
    expect(after(kept, ...full, { what: 'cancel', who: 0 }).told).toEqual([
      'Person 1: cancelled',
      'Person 3: moved up',
    ]);
  });

  test('at the release gives what is left to those who wait, in their order, and once', () => {
    const waiting = [early(1), early(2), early(3), early(4), early(5), { what: 'wait', ms: HOUR_MS } as const];
    expect(after(kept, ...waiting.slice(0, -1), { what: 'release' }).told).toEqual([]);
    expect(after(kept, ...waiting, { what: 'release' }).told).toEqual(['Person 3: moved up', 'Person 4: moved up']);
    expect(after(kept, ...waiting, { what: 'release' }, { what: 'release' }).told).toEqual([]);
  });

  test('passes on the places that those who wait can have, and no others', () => {
    const silent = [early(1), early(2), late(3), early(4), { what: 'ask' } as const];
    expect(after(kept, ...silent, { what: 'pass on' })).toEqual({
      states: ['Person 1 going', 'Person 2 waiting', 'Person 3 going', 'Person 4 going'],
      told: ['Person 4: moved up', 'Person 2: passed on'],
    });
  });

  test('whoever’s place was passed on waits in the order of their sign-ups, whichever group needed it first', () => {
    const silent = [early(1), early(2), late(3), late(4), early(5), late(6), { what: 'ask' } as const];
    expect(after(kept, ...silent, { what: 'pass on' }).states).toEqual([
      'Person 1 going',
      'Person 2 waiting',
      'Person 3 going',
      'Person 4 waiting',
      'Person 5 going',
      'Person 6 going',
    ]);
  });
});
