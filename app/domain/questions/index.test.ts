import { describe, expect, test } from 'vitest';
import { readFields } from '../forms/event-form.ts';
import { FIELD_TYPES, QUESTIONS } from './index.ts';

const field = { name: 'size', description: 'Size', required: false, options: ['S', 'L'] };

describe.each(FIELD_TYPES)('a question of the type %s', (type) => {
  const { reader, untouched, fromForm } = QUESTIONS[type];
  const read = reader(field, {});

  test('that nobody touched has an answer, on the page, sent empty and left out', () => {
    for (const given of [untouched, fromForm([]), undefined]) expect(read(given)).toEqual({ answer: untouched });
  });

  test('takes no answer of another shape', () => {
    for (const given of [null, {}, [{}], 5]) expect(read(given)).toHaveProperty('wrong');
  });
});

test.each([
  ['as they stand in the form', ['L', 'S'], { answer: ['S', 'L'] }],
  ['each once', ['S', 'S'], { answer: ['S'] }],
  ['none where none is required', [], { answer: [] }],
  ['none of another question', ['S', 'XL'], { wrong: 'Please choose from the options' }],
  ['no text', 'S', { wrong: 'Please choose from the options' }],
])('of several options the chosen ones are taken: %s', (_why, given, reading) => {
  expect(QUESTIONS.several.reader(field, {})(given)).toEqual(reading);
});

test('at least one of several is chosen where that is required', () => {
  expect(QUESTIONS.several.reader(field, { missing: 'Required field' })([])).toEqual({ wrong: 'Required field' });
});

test('a long text keeps its lines, and is no address', () => {
  const read = QUESTIONS.long.reader({ ...field, description: 'Email and more' }, {});
  expect(read(' one\r\ntwo ')).toEqual({ answer: 'one\ntwo' });
  expect(read(['one'])).toEqual({ wrong: 'Please enter a text' });
});

test('a type that a later version stored is asked as a text', () => {
  const stored = JSON.stringify([{ name: 'a', type: 'drawing', description: 'Draw' }]);
  expect(readFields(stored)).toEqual([{ name: 'a', type: 'text', description: 'Draw', required: false, options: [] }]);
});
