import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formFieldsInput } from '../forms/form-input.ts';
import { defineEventForm } from '../forms/event-form-definition.ts';
import { checkAnswers } from '../forms/form-definition.ts';
import { anyAnswers, anyForm } from '../../../test/any-form.ts';
import { askedFields, type Question } from './conditions.ts';
import { findFaults, withoutFaults } from './faults.ts';

const laptop: Question = { name: 'laptop', type: 'checkbox', description: 'Laptop?', required: false, options: [] };
const system: Question = {
  name: 'system',
  type: 'radio',
  description: 'System',
  required: true,
  options: ['Linux', 'Other'],
  showIf: { field: 'laptop', anyOf: [true] },
};
const which: Question = {
  name: 'which',
  type: 'text',
  description: 'Which?',
  required: true,
  options: [],
  showIf: { field: 'system', anyOf: ['Other'] },
};
const FIELDS = [laptop, system, which];

const names = (given: Record<string, unknown>) => askedFields(FIELDS, given).map(({ name }) => name);

test('a field is asked after one of the answers that it names, and not while its source is not asked', () => {
  expect(names({})).toEqual(['laptop']);
  expect(names({ laptop: true })).toEqual(['laptop', 'system']);
  expect(names({ laptop: true, system: 'Other' })).toEqual(['laptop', 'system', 'which']);
  expect(names({ laptop: false, system: 'Other' })).toEqual(['laptop']);
});

test('an empty box is an answer, and any one of several is enough', () => {
  const after = { ...which, showIf: { field: 'laptop', anyOf: [false] } };
  expect(askedFields([laptop, after], {})).toEqual([laptop, after]);
  const jobs: Question = { ...system, name: 'jobs', type: 'several', showIf: undefined };
  const last = { ...which, showIf: { field: 'jobs', anyOf: ['Linux', 'Other'] } };
  expect(askedFields([jobs, last], { jobs: ['Other'] })).toEqual([jobs, last]);
  expect(askedFields([jobs, last], { jobs: [] })).toEqual([jobs]);
});

const sent = (fields: Question[]) =>
  formFieldsInput
    .safeParse(fields)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    .toSorted();

describe.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])('what is called ‘%s’', (called) => {
  const given = <Value>(...pairs: [string, Value][]) => Object.fromEntries(pairs);

  test('as a field is asked after and asks like any other, also while nobody answers it', () => {
    const box = { ...laptop, name: called };
    const after = { ...which, showIf: { field: called, anyOf: [true] } };
    expect(findFaults([box, after])).toEqual([]);
    expect(askedFields([box, after], {})).toEqual([box]);
    expect(askedFields([box, after], given([called, true]))).toEqual([box, after]);
    const late = { ...which, name: called, showIf: { field: 'laptop', anyOf: [true] } };
    expect(askedFields([laptop, late], given([called, 'words']))).toEqual([laptop]);
    const definition = defineEventForm({ id: 'form', fields: [laptop, late] });
    expect(checkAnswers(definition, { laptop: true }).wrong).toEqual(given([called, 'Required field']));
    expect(checkAnswers(definition, given<unknown>(['laptop', true], [called, 'x'])).answers).toEqual(
      given<unknown>(['laptop', true], [called, 'x']),
    );
    // It is no field of a form that does not have it.
    expect(findFaults([{ ...which, showIf: { field: called, anyOf: [true] } }])).toHaveLength(1);
  });

  test('as an option is chosen, and asked after, like any other', () => {
    const source = { ...system, options: [called, 'Other'], showIf: undefined };
    const after = { ...which, showIf: { field: 'system', anyOf: [called] } };
    expect(sent([source, after])).toBeUndefined();
    expect(askedFields([source, after], { system: called })).toEqual([source, after]);
    expect(askedFields([source, after], { system: 'Other' })).toEqual([source]);
    expect(askedFields([{ ...source, type: 'several' }, after], { system: [called] })).toHaveLength(2);
    // A limit of it is none of a field that has no such option.
    expect(sent([{ ...source, options: ['Other'], limits: given([called, 1]) }])).toEqual([
      `0.limits.${called}: There is no such option`,
    ]);
  });

  test('as an option keeps its limit, or is told that it cannot have one', () => {
    const source = { ...system, options: [called, 'Other'], showIf: undefined, limits: given([called, 2]) };
    const { data, error } = formFieldsInput.safeParse([source]);
    const kept = called === '__proto__' ? [] : [[called, 2]];
    expect(Object.entries(data?.[0]?.limits ?? {})).toEqual(kept);
    expect(error?.issues.map(({ message }) => message)).toEqual(
      called === '__proto__' ? ['An option of this name cannot have places'] : undefined,
    );
  });
});

describe('a form is refused at the field', () => {
  test.each<[string, Question[], string]>([
    ['that asks after a later one', [system, laptop], '0.showIf: ‘Laptop?’ comes later.'],
    [
      'that asks after itself',
      [{ ...system, showIf: { field: 'system', anyOf: ['Linux'] } }],
      '0.showIf: A field cannot',
    ],
    ['that asks after what is gone', [system], '0.showIf: The field that this is asked after is gone.'],
    [
      'without an answer',
      [laptop, { ...system, showIf: { field: 'laptop', anyOf: [] } }],
      '1.showIf: Choose at least one answer.',
    ],
    [
      'with an answer that is gone',
      [laptop, system, { ...which, showIf: { field: 'system', anyOf: ['BSD'] } }],
      '2.showIf: ‘BSD’ is no answer',
    ],
    ['after a text', [{ ...laptop, type: 'text' }, system], '1.showIf: ‘Laptop?’ has no answers'],
    ['with a limit of 0', [laptop, { ...system, limits: { Linux: 0 } }], '1.limits.Linux: Please enter a whole number'],
    [
      'with a limit of 1.5',
      [laptop, { ...system, limits: { Linux: 1.5 } }],
      '1.limits.Linux: Please enter a whole number',
    ],
    [
      'with a limit of 10⁹',
      [laptop, { ...system, limits: { Linux: 1e9 } }],
      '1.limits.Linux: Please enter a whole number',
    ],
    [
      'with a limit that is a text',
      [laptop, JSON.parse(JSON.stringify({ ...system, limits: { Linux: '3' } }))],
      '1.limits.Linux: Please enter a whole number',
    ],
    [
      'with a limit of what is no option',
      [laptop, { ...system, limits: { BSD: 1 } }],
      '1.limits.BSD: There is no such option',
    ],
  ])('%s', (_why, fields, message) => {
    const [first = '', ...others] = sent(fields) ?? [];
    expect(first.startsWith(message)).toBe(true);
    expect(others).toEqual([]);
  });

  test('in a circle, each of them', () => {
    const a = { ...system, name: 'a', showIf: { field: 'c', anyOf: ['Linux'] } };
    const b = { ...system, name: 'b', showIf: { field: 'a', anyOf: ['Linux'] } };
    const c = { ...system, name: 'c', showIf: { field: 'b', anyOf: ['Linux'] } };
    const after = { ...system, name: 'd', showIf: { field: 'a', anyOf: ['Linux'] } };
    expect(sent([a, b, c, after])?.map((line) => line.slice(0, 40))).toEqual(
      [0, 1, 2].map((at) => `${at}.showIf: These fields are asked after each`.slice(0, 40)),
    );
    expect(withoutFaults([a, b, c, after], findFaults([a, b, c, after]))).toMatchObject([
      ...[a, b, c].map((one) => ({ ...one, showIf: undefined })),
      after,
    ]);
  });
});

describe('two options', () => {
  const both = (one: string, other: string) => sent([{ ...system, options: [one, other], showIf: undefined }]);

  test.each([
    ['the same', 'Early', 'Early'],
    ['with other spaces around', 'Early', ' Early '],
    ['with other spaces within', 'Early shift', 'Early  shift'],
    ['with a space that does not break', 'Early shift', 'Early\u00a0shift'],
    ['in another spelling of one letter', 'Caf\u00e9', 'Cafe\u0301'],
  ])('that nobody can tell apart are refused at the second: %s', (_why, one, other) => {
    expect(both(one, other)).toEqual(['0.options.1: Another option already has this name']);
  });

  test.each([
    ['in letters’ case', 'Early', 'early'],
    ['by a mark', 'Café', 'Cafe'],
    ['by being an object’s own', 'constructor', 'toString'],
  ])('that differ %s are two, each with its own condition', (_how, one, other) => {
    expect(both(one, other)).toBeUndefined();
    const source = { ...system, options: [one, other], showIf: undefined };
    const after = { ...which, showIf: { field: 'system', anyOf: [other] } };
    expect(askedFields([source, after], { system: one })).toEqual([source]);
    expect(askedFields([source, after], { system: other })).toEqual([source, after]);
  });
});

test('what a page shows is what the server asks, whatever the form and whatever the answers', () => {
  const property = fc.property(anyForm, anyAnswers, (fields, values) => {
    expect(findFaults(fields)).toEqual([]);
    const given = Object.fromEntries(fields.map(({ name }, at) => [name, values[at]]));
    const definition = defineEventForm({ id: 'form', fields });
    const shown = askedFields(fields, given).map(({ name }) => name);
    const { answers, wrong } = checkAnswers(definition, given);
    expect(new Set([...Object.keys(answers), ...Object.keys(wrong)])).toEqual(new Set(shown));
    // A page sends what it shows, and nothing of what it hides.
    const visible = Object.fromEntries(shown.map((name) => [name, given[name]]));
    expect(checkAnswers(definition, visible)).toEqual({ answers, wrong });
    // What was taken is taken again.
    const again = checkAnswers(definition, answers).answers;
    expect(Object.keys(wrong).length > 0 || JSON.stringify(again) === JSON.stringify(answers)).toBe(true);
  });
  fc.assert(property, { numRuns: 500 });
});
