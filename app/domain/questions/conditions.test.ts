import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formFieldsInput } from '../forms/form-input.ts';
import { defineEventForm } from '../forms/event-form.ts';
import { checkAnswers } from '../forms/form-definition.ts';
import { answersOf, askedFields, findFaults, withoutFaults, type Question } from './conditions.ts';
import { FIELD_TYPES, QUESTIONS } from './index.ts';

const laptop: Question = { name: 'laptop', type: 'checkbox', description: 'Laptop?', required: false, options: [] };
const system: Question = {
  ...{ name: 'system', type: 'radio', description: 'System', required: true, options: ['Linux', 'Other'] },
  showIf: { field: 'laptop', anyOf: [true] },
};
const which: Question = {
  ...{ name: 'which', type: 'text', description: 'Which?', required: true, options: [] },
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

const OPTIONS = ['A', 'B', 'C'];
/** Any form that may be saved, conditions upon conditions. */
const forms = fc
  .array(
    fc.record({
      type: fc.constantFrom(...FIELD_TYPES),
      required: fc.boolean(),
      source: fc.nat(),
      anyOf: fc.nat({ max: 7 }),
      isAlways: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((drawn) => {
    const fields: Question[] = [];
    for (const [at, { type, required, source, anyOf, isAlways }] of drawn.entries()) {
      const earlier = fields.filter((field) => answersOf(field).length > 0);
      const after = isAlways ? undefined : earlier[source % Math.max(1, earlier.length)];
      const chosen = after && answersOf(after).filter((_, bit) => (anyOf >> bit) & 1);
      fields.push({
        ...{
          name: `f${at}`,
          type,
          description: `Field ${at}`,
          required,
          options: QUESTIONS[type].hasOptions ? OPTIONS : [],
        },
        ...(after && chosen && chosen.length > 0 && { showIf: { field: after.name, anyOf: chosen } }),
      });
    }
    return fields;
  });

const typed = fc.array(
  fc.oneof(fc.boolean(), fc.constantFrom('', ...OPTIONS), fc.subarray(OPTIONS), fc.constantFrom('D', 'words', 5, null)),
  { minLength: 12, maxLength: 12 },
);

test('what a page shows is what the server asks, whatever the form and whatever the answers', () => {
  const property = fc.property(forms, typed, (fields, values) => {
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
