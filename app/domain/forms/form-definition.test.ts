import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTexts } from '../questions/answer.ts';
import { FIELD_TYPES } from '../questions/index.ts';
import { defineEventForm, type EventFormField } from './event-form-definition.ts';
import { checkAnswers as check } from './form-definition.ts';

const checkAnswers = (fields: EventFormField[], given: Record<string, unknown>) =>
  check(defineEventForm({ id: 'form', fields }), given);

const base = { description: '', required: false, options: [] };
const name: EventFormField = { ...base, name: 'name', type: 'text', required: true };
const note: EventFormField = { ...base, name: 'note', type: 'text' };
const size: EventFormField = { ...base, name: 'size', type: 'radio', required: true, options: ['S', 'L'] };
const photos: EventFormField = { ...base, name: 'photos', type: 'checkbox', required: true };
const form = [name, note, size, photos];

test('every field of the form has an answer', () => {
  const given = { name: ' Sam ', size: 'L' };
  expect(checkAnswers(form, given)).toEqual({
    answers: { name: 'Sam', note: '', size: 'L', photos: false },
    wrong: {},
  });
});

describe('is refused', () => {
  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['a missing required answer', { size: 'S' }, { name: 'Required field' }],
    ['spaces in a required text', { name: ' \n', size: 'S' }, { name: 'Required field' }],
    ['no option of a required group', { name: 'Sam' }, { size: 'Required field' }],
    ['an option that is not offered', { name: 'Sam', size: 'XL' }, { size: 'Please choose one of the options' }],
    ['a field that the form does not have', { name: 'Sam', size: 'S', x: '1' }, { x: 'The form does not ask this' }],
    ['a number for a text', { name: 5, size: 'S' }, { name: 'Please enter a text' }],
    ['a list for a text', { name: ['Sam'], size: 'S' }, { name: 'Please enter a text' }],
    ['a boolean for an option', { name: 'Sam', size: true }, { size: 'Please choose one of the options' }],
    ['a text for a box', { name: 'Sam', size: 'S', photos: 'on' }, { photos: 'Please tick this or leave it' }],
    ['a text too long', { name: 'x'.repeat(10_001), size: 'S' }, { name: 'Please use at most 10,000 characters' }],
  ])('%s', (_what, given, wrong) => {
    expect(checkAnswers(form, given).wrong).toEqual(wrong);
  });
});

describe('a text that asks for an email address', () => {
  const asked = (description: string, given: Partial<EventFormField> = {}): EventFormField => ({
    ...note,
    description,
    ...given,
  });
  const wrong = (field: EventFormField, answer: string) => checkAnswers([field], { [field.name]: answer }).wrong;

  test.each(['Email', 'Your e-mail', 'E-Mail address', 'What is your student email?'])(
    '%s takes nothing else',
    (label) => {
      for (const answer of ['ana', 'ana@', 'a@example.edu, b@example.edu', '555 1234']) {
        expect(wrong(asked(label), answer)).toEqual({ note: 'Please enter a valid email' });
      }
      expect(wrong(asked(label), 'ana@example.edu')).toEqual({});
    },
  );

  test('keeps the address as it was typed, without the spaces around it', () => {
    expect(checkAnswers([asked('Email')], { note: ' Ana@Example.edu\n' }).answers).toEqual({ note: 'Ana@Example.edu' });
  });

  test('stays empty where it may', () => {
    expect(wrong(asked('Email'), '  ')).toEqual({});
    expect(wrong(asked('Email', { required: true }), '  ')).toEqual({ note: 'Required field' });
  });

  test.each([
    ['by its name', { ...asked('Adresse'), name: 'email' }, true],
    ['not where it asks whether', asked('May we e-mail you?'), false],
    ['not where a number will do', asked('Email or phone'), false],
    ['not in a box', asked('Email me the slides', { type: 'checkbox' }), false],
  ])('is known %s', (_how, field, isAsked) => {
    expect(wrong(field, 'ana')).toEqual(
      field.type === 'checkbox'
        ? { note: 'Please tick this or leave it' }
        : isAsked
          ? { [field.name]: 'Please enter a valid email' }
          : {},
    );
  });
});

test('fields may be called like what every object has', () => {
  const odd = ['constructor', '__proto__', 'toString'].map((called): EventFormField => ({ ...note, name: called }));
  expect(checkAnswers(odd, {}).wrong).toEqual({});
  expect(Object.entries(checkAnswers(odd, JSON.parse('{"__proto__":"a"}')).answers)).toContainEqual(['__proto__', 'a']);
});

test('whatever is sent, the answers taken are texts, lists of texts and booleans', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.string()), (given, options) => {
      const fields = Object.keys(given).map((key, index): EventFormField => ({
        ...base,
        name: key,
        type: FIELD_TYPES[index % FIELD_TYPES.length] ?? 'text',
        options,
      }));
      const { answers, wrong } = checkAnswers(fields, given);
      expect(Object.keys(answers).length + Object.keys(wrong).length).toBe(fields.length);
      const isAnswer = (answer: unknown) => typeof answer === 'boolean' || isTexts([answer].flat());
      expect(Object.values(answers).filter((answer) => !isAnswer(answer))).toEqual([]);
    }),
  );
});
