import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cameAt, noteCheckIn, listValid, undoCheckIns, type CheckIns } from './check-ins.ts';

type Note = { id: string; at: number } | { undoes: string[] };

const id = fc.constantFrom('a', 'b', 'c', 'd');
const note: fc.Arbitrary<Note> = fc.oneof(
  fc.record({ id, at: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ undoes: fc.array(id, { maxLength: 3 }) }),
);

const comesOf = (notes: Note[]): CheckIns =>
  notes.reduce<CheckIns>(
    (before, one) => ('id' in one ? noteCheckIn(before, one.id, one.at) : undoCheckIns(before, one.undoes)),
    {},
  );

test('in whatever order notes arrive, and however often, it comes to the same', () => {
  const shuffled = fc
    .array(note, { maxLength: 12 })
    .chain((notes) =>
      fc.tuple(fc.constant(notes), fc.shuffledSubarray([...notes, ...notes], { minLength: 2 * notes.length })),
    );
  fc.assert(
    fc.property(shuffled, ([notes, again]) => {
      const [one, other] = [comesOf(notes), comesOf(again)];
      expect(cameAt(other)).toBe(cameAt(one));
      expect(listValid(other).toSorted()).toEqual(listValid(one).toSorted());
    }),
    { numRuns: 2000 },
  );
});

test('on two phones somebody came once, at the earlier time; undoing takes away what was seen, and no more', () => {
  const both = noteCheckIn(noteCheckIn({}, 'one', 20), 'other', 10);
  expect(cameAt(both)).toBe(10);
  expect(cameAt(undoCheckIns(both, ['other']))).toBe(20);
  expect(cameAt(undoCheckIns(both, ['one', 'other']))).toBeNull();
  expect(cameAt(noteCheckIn(undoCheckIns({}, ['one']), 'one', 5))).toBeNull();
  // An id that every object has.
  expect(cameAt(noteCheckIn({}, 'constructor', 5))).toBe(5);
});
