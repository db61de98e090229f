import { describe, expect, test } from 'vitest';
import { fieldSent } from '../../../../../test/event-inputs.ts';
import { askedFields } from '../../../../domain/questions/conditions.ts';
import {
  depthOf,
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
    ...{ name: 'system', type: 'radio', options: ['Linux', 'Other'], limits: { Linux: 3 } },
    showIf: { field: 'laptop', anyOf: [true] },
  }),
  fieldSent('Which?', { name: 'which', showIf: { field: 'system', anyOf: ['Other'] } }),
];
const BUILT = toBuilderFields(SENT);
const shownOf = (fields: typeof BUILT, given: object = {}) =>
  askedFields(previewFields(fields), { ...given }).map(({ description }) => description);

test('a field stands one deeper than the one that it is asked after', () => {
  const depths = (fields: typeof BUILT) => fields.map((_field, place) => depthOf(fields, place));
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
