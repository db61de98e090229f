import { describe, expect, test } from 'vitest';
import { readFields } from '../responses/event-form.ts';
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

test('a type that a later version stored is asked as a text', () => {
  const stored = JSON.stringify([{ name: 'a', type: 'drawing', description: 'Draw' }]);
  expect(readFields(stored)).toEqual([{ name: 'a', type: 'text', description: 'Draw', required: false, options: [] }]);
});
