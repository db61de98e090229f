import { describe, expect, test } from 'vitest';
import type { Answers } from '../questions/answer.ts';
import type { EventFormField } from './event-form-definition.ts';
import {
  choicesWithoutRoom,
  fullChoices,
  optionCounts,
  OptionFull,
  requireRoom,
  withChoices,
  withoutChoices,
  type OptionCounts,
} from './option-places.ts';

const shift: EventFormField = { name: 'shift', type: 'radio', description: 'Shift', required: false, options: [] };
const alarm: EventFormField = { ...shift, name: 'alarm', type: 'text', description: 'Alarm?' };

function limited(given: Partial<EventFormField>, limits: [string, number][]): EventFormField {
  const options = limits.map(([option]) => option);
  return { ...shift, options, limits: Object.fromEntries(limits), ...given };
}

function countChosen(fields: EventFormField[], held: Answers[]): OptionCounts {
  return held.reduce((counts, answers) => withChoices(fields, counts, answers), optionCounts(fields, []));
}

function refusal(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error instanceof OptionFull ? error.fields : error;
  }
  return undefined;
}

describe.each(['constructor', 'toString', 'hasOwnProperty'])('what is called ‘%s’', (called) => {
  test.each([
    ['an option', limited({}, [[called, 1]]), 'shift', called],
    ['a field', limited({ name: called }, [['Early', 1]]), called, 'Early'],
  ])('as %s has places like any other', (_what, field, name, option) => {
    const chosen = { [name]: option };
    const none = countChosen([field], []);
    expect(none).toEqual({ [name]: { [option]: { limit: 1, taken: 0 } } });
    expect(refusal(() => requireRoom([field], none, chosen))).toBeUndefined();
    const full = countChosen([field], [chosen]);
    expect(full).toEqual({ [name]: { [option]: { limit: 1, taken: 1 } } });
    expect(withChoices([field], none, chosen)).toEqual(full);
    expect(Object.keys(refusal(() => requireRoom([field], full, chosen)) ?? {})).toEqual([name]);
    expect(choicesWithoutRoom([field], full, chosen, chosen)).toEqual([]);
    expect(refusal(() => requireRoom([field], full, {}))).toBeUndefined();
    expect(withoutChoices([field], chosen, fullChoices([field], full, chosen))).toEqual({ [name]: '' });
  });
});

test.each([
  ['letters’ case', 'Early', 'early'],
  ['the spelling of a letter', 'Caf\u00e9', 'Cafe\u0301'],
  ['spaces', 'Early shift', 'Early  shift'],
])('options that differ by %s, as an import may bring them, have their places each', (_what, one, other) => {
  const fields = [
    limited({ type: 'several' }, [
      [one, 1],
      [other, 1],
    ]),
  ];
  const counts = countChosen(fields, [{ shift: [one] }]);
  expect(Object.entries(counts['shift'] ?? {})).toEqual([
    [one, { limit: 1, taken: 1 }],
    [other, { limit: 1, taken: 0 }],
  ]);
  expect(refusal(() => requireRoom(fields, counts, { shift: [other] }))).toBeUndefined();
  const both = { shift: [one, other] };
  expect(Object.keys(refusal(() => requireRoom(fields, counts, both)) ?? {})).toEqual(['shift']);
  expect(withoutChoices(fields, both, fullChoices(fields, counts, both))).toEqual({ shift: [other] });
});

test('what was asked after an option that is left out goes with it', () => {
  const fields = [limited({}, [['Early', 1]]), { ...alarm, showIf: { field: 'shift', anyOf: ['Early'] } }];
  const answers = { shift: 'Early', alarm: 'at six' };
  const full = fullChoices(fields, countChosen(fields, [answers]), answers);
  expect(full).toEqual([['shift', 'Early']]);
  expect(withoutChoices(fields, answers, full)).toEqual({ shift: '' });
  expect(withoutChoices(fields, answers, [])).toEqual(answers);
});
