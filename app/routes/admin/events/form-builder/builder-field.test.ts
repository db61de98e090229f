import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAnswers, anyForm } from '../../../../../test/any-form.ts';
import { fieldSent } from '../../../../../test/event-inputs.ts';
import { askedFields } from '../../../../domain/questions/conditions.ts';
import { FIELD_TYPES } from '../../../../domain/questions/index.ts';
import {
  withoutConditions,
  conditionFaults,
  conditionText,
  dependents,
  dependentsText,
  depthOf,
  isSource,
  moved,
  newBuilderField,
  previewFields,
  toBuilderFields,
  toFieldInputs,
  toNewBuilderFields,
} from './builder-field.ts';

const SENT = [
  fieldSent('Laptop?', { name: 'laptop', type: 'checkbox' }),
  fieldSent('System', {
    name: 'system',
    type: 'radio',
    options: ['Linux', 'Other'],
    limits: { Linux: 3 },
    showIf: { field: 'laptop', anyOf: [true] },
  }),
  fieldSent('Which?', { name: 'which', showIf: { field: 'system', anyOf: ['Other'] } }),
];
const BUILT = toBuilderFields(SENT);
const shownOf = (fields: typeof BUILT, given: object = {}) =>
  askedFields(previewFields(fields), { ...given }).map(({ description }) => description);

test('a field stands one deeper than the one that it is asked after', () => {
  const depths = (fields: typeof BUILT) => fields.map((_field, index) => depthOf(fields, index));
  expect(depths(BUILT)).toEqual([0, 1, 2]);
  expect(depths(moved(BUILT, 0, 2))).toEqual([0, 1, 0]);
});

describe('the preview', () => {
  test('asks as the page does, of fields that have no name yet too', () => {
    for (const fields of [BUILT, toNewBuilderFields(SENT)]) {
      const [laptop = '', system = ''] = previewFields(fields).map(({ name }) => name);
      expect(shownOf(fields)).toEqual(['Laptop?']);
      expect(shownOf(fields, { [laptop]: true })).toEqual(['Laptop?', 'System']);
      expect(shownOf(fields, { [laptop]: true, [system]: 'Other' })).toEqual(['Laptop?', 'System', 'Which?']);
    }
  });

  test('shows what is half built: without a label, options or answers to be asked after', () => {
    const field = { ...newBuilderField('radio'), showIf: { field: BUILT[0]?.id ?? '', anyOf: [] } };
    expect(shownOf([...BUILT, field])).toEqual(['Laptop?', '4. Radio']);
    // Nor does it hide what is said to be wrong.
    expect(shownOf(moved(BUILT, 0, 2))).toEqual(['System', 'Laptop?']);
  });
});

test('radio, several and checkbox fields are what others may be asked after', () => {
  expect(FIELD_TYPES.filter((type) => isSource(newBuilderField(type)))).toEqual(['radio', 'several', 'checkbox']);
});

test('a source may be labelled otherwise, and its options too: what is asked after it follows', () => {
  const relabelled = BUILT.map((field) => ({
    ...field,
    description: `${field.description} please`,
    options: field.options.map((option) => ({ ...option, name: `${option.name}!` })),
  }));
  const [, system, which] = toFieldInputs(relabelled);
  expect(system).toMatchObject({ showIf: { field: 'laptop', anyOf: [true] }, limits: { 'Linux!': 3 } });
  expect(which).toMatchObject({ showIf: { field: 'system', anyOf: ['Other!'] } });
  expect(conditionFaults(relabelled)).toEqual([undefined, undefined, undefined]);
  const [, , last = newBuilderField('text')] = relabelled;
  expect(conditionText(last, relabelled)).toBe('Only asked if ‘System please’ is ‘Other!’');
});

test('what depends on a field or an option is named, and asked always once that is gone', () => {
  const [laptop, system] = BUILT;
  if (!laptop || !system) throw new Error('There are three.');
  const named = (field: typeof laptop, option?: (typeof laptop.options)[number]) =>
    dependentsText(BUILT, dependents(BUILT, field, option));
  expect(named(laptop)).toBe('System is only asked after this.');
  expect(system.options.map((option) => named(system, option))).toEqual(['', 'Which? is only asked after this.']);
  const always = withoutConditions(BUILT, dependents(BUILT, laptop));
  expect(always.map(({ showIf }) => showIf?.field)).toEqual([undefined, undefined, system.id]);
});

test.each(['constructor', 'toString'])(
  'an option called ‘%s’ keeps its places and what is asked after it',
  (called) => {
    const [, system, which] = SENT;
    const sent = [
      { ...fieldSent('System'), ...system, options: [called, 'Other'], limits: { [called]: 2 }, showIf: undefined },
      { ...fieldSent('Which?'), ...which, showIf: { field: 'system', anyOf: [called] } },
    ];
    expect(toFieldInputs(toBuilderFields(sent))).toMatchObject([
      { options: [called, 'Other'], limits: { [called]: 2 } },
      { showIf: { field: 'system', anyOf: [called] } },
    ]);
    // One that only looks as if it had a limit has none.
    expect(
      toBuilderFields([{ ...fieldSent('Size'), options: [called], limits: { S: 1 } }])[0]?.options[0]?.places,
    ).toBe('');
  },
);

test('an option that is called otherwise is told from one that is taken away and another that is added', () => {
  const rename = (fields: typeof BUILT, name: string) =>
    fields.map((field) => ({
      ...field,
      options: field.options.map((option) => (option.name === 'Linux' ? { ...option, name } : option)),
    }));
  const renamedOf = (fields: typeof BUILT) => toFieldInputs(fields).map(({ renamed }) => renamed);
  expect(renamedOf(BUILT)).toEqual([undefined, undefined, undefined]);
  expect(renamedOf(rename(BUILT, ' BSD '))).toEqual([undefined, [['Linux', 'BSD']], undefined]);
  expect(renamedOf(rename(BUILT, ''))).toEqual([undefined, undefined, undefined]);
  // A copy has its options anew.
  expect(renamedOf(rename(toNewBuilderFields(SENT), 'BSD'))).toEqual([undefined, undefined, undefined]);
});

test('whatever the form is, opening it changes nothing of it, and its preview asks what its page asks', () => {
  const property = fc.property(anyForm, anyAnswers, (fields, values) => {
    const built = toBuilderFields(fields);
    expect(toFieldInputs(built)).toEqual(fields);
    const given = fields.map(({ name }, at): [string, unknown] => [name, values[at]]);
    const asked = askedFields(fields, Object.fromEntries(given)).map(({ name }) => `preview-${name}`);
    const previewed = Object.fromEntries(given.map(([name, value]) => [`preview-${name}`, value]));
    expect(askedFields(previewFields(built), previewed).map(({ name }) => name)).toEqual(asked);
  });
  fc.assert(property, { numRuns: 300 });
});
