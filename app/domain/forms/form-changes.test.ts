import { expect, test } from 'vitest';
import type { EventFormField } from './event-form.ts';
import { formChanges } from './form-changes.ts';

const field = (name: string, given: Partial<EventFormField> = {}): EventFormField => ({
  name,
  type: 'text',
  description: name,
  required: false,
  options: [],
  ...given,
});

test('nothing is said of a form that stayed as it was', () => {
  expect(formChanges([field('a'), field('b')], [field('a'), field('b')])).toEqual([]);
});

test('says what is new, gone and different', () => {
  const before = [
    field('gone'),
    field('label', { description: 'Old' }),
    field('size', { type: 'radio', options: ['S'] }),
    field('kind'),
  ];
  const after = [
    field('label', { description: 'Now', required: true }),
    field('size', { type: 'radio', options: ['S', 'L'] }),
    field('kind', { type: 'checkbox' }),
    field('new'),
  ];
  expect(formChanges(before, after)).toEqual([
    'No longer asked: “gone”',
    '“Old” now reads “Now”',
    '“Now” is now required',
    '“size” has other options',
    '“kind” is answered in another way',
    'New: “new”',
  ]);
});

test('what was typed where it is not asked any more is not lost', () => {
  const before = [field('gone'), field('kind'), field('empty'), field('kept')];
  const after = [field('kind', { type: 'checkbox' }), field('kept')];
  expect(formChanges(before, after, { gone: 'Sam', kind: 'both', empty: '', kept: 'here' })).toEqual([
    'No longer asked: “gone” (you had written: Sam)',
    'No longer asked: “empty”',
    '“kind” is answered in another way (you had written: both)',
  ]);
});
