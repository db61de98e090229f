import { expect, test } from 'vitest';
import type { EventFormField } from './event-form-definition.ts';
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

const laptop = field('laptop', { type: 'checkbox', description: 'Laptop?' });
const system = field('system', { type: 'radio', description: 'System', options: ['Linux', 'Other'] });
const after = (name: string, ...anyOf: (string | boolean)[]) => ({ showIf: { field: name, anyOf } });

test('says that a field is only asked after another one now, after other answers, or always', () => {
  const always = [laptop, system, field('why')];
  const conditional = [laptop, { ...system, ...after('laptop', true) }, field('why', after('system', 'Linux'))];
  expect(formChanges(always, conditional)).toEqual([
    '“System” is now only asked if “Laptop?” is “Yes”',
    '“why” is now only asked if “System” is “Linux”',
  ]);
  expect(formChanges(conditional, always)).toEqual(['“System” is now always asked', '“why” is now always asked']);
  const others = conditional.with(2, field('why', after('system', 'Linux', 'Other')));
  expect(formChanges(conditional, others)).toEqual(['“why” is now only asked if “System” is “Linux” or “Other”']);
  expect(formChanges([laptop], [laptop, field('why', after('laptop', false))])).toEqual([
    'New: “why”, only asked if “Laptop?” is “No”',
  ]);
});

test('what was typed where it is hidden now is not lost, also behind what is hidden', () => {
  const before = [laptop, system, field('why', after('system', 'Linux')), field('else')];
  const hidden = [
    laptop,
    { ...system, ...after('laptop', true) },
    field('why', after('system', 'Linux')),
    field('else'),
  ];
  const typed = { laptop: false, system: 'Linux', why: 'It is mine', else: 'here' };
  expect(formChanges(before, hidden, typed)).toEqual([
    '“System” is now only asked if “Laptop?” is “Yes”',
    'No longer asked: “why” (you had written: It is mine)',
  ]);
  expect(formChanges(before, hidden, { ...typed, laptop: true })).toEqual([
    '“System” is now only asked if “Laptop?” is “Yes”',
  ]);
  const one = [laptop, field('why', after('laptop', true))];
  expect(formChanges([laptop, field('why')], one, { laptop: false, why: 'Mine' })).toEqual([
    '“why” is now only asked if “Laptop?” is “Yes” (you had written: Mine)',
  ]);
});

test('says which options have places for so many now', () => {
  const limited = { ...system, limits: { Linux: 3, Other: 1 } };
  expect(formChanges([system], [limited])).toEqual([
    '“Linux” of “System” can now be chosen by 3 people',
    '“Other” of “System” can now be chosen by 1 person',
  ]);
  expect(formChanges([limited], [{ ...limited, limits: { Linux: 1000, Other: 1 } }])).toEqual([
    '“Linux” of “System” can now be chosen by 1,000 people',
  ]);
  expect(formChanges([limited], [system])).toEqual([
    '“Linux” of “System” can now be chosen by everybody',
    '“Other” of “System” can now be chosen by everybody',
  ]);
});
