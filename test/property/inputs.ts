import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { clubConfig } from '../../app/config/club.ts';
import { checkInput } from '../../app/domain/check-input.ts';
import { dscCards } from '../../app/domain/dsc.ts';
import { Rejected } from '../../app/domain/errors.ts';
import { eventInput } from '../../app/domain/event-changes/event-input.ts';
import { execs } from '../../app/domain/execs.ts';
import { food } from '../../app/domain/food.ts';
import { isTexts } from '../../app/domain/questions/answer.ts';
import { findFaults, withoutFaults } from '../../app/domain/questions/faults.ts';
import { FIELD_TYPES } from '../../app/domain/questions/index.ts';
import { listClubForms } from '../../app/domain/forms/club-forms.ts';
import { defineEventForm, type EventFormField } from '../../app/domain/forms/event-form-definition.ts';
import { formChanges } from '../../app/domain/forms/form-changes.ts';
import { checkAnswers } from '../../app/domain/forms/form-definition.ts';
import { formFieldsInput } from '../../app/domain/forms/form-input.ts';
import { slideshow } from '../../app/domain/slideshow.ts';
import { fileInput } from '../../app/domain/files/file-input.ts';
import { recordCommand } from '../../app/http/actions.ts';
import sample from '../../club.config.ts';
import { CARD, EVENT, EXEC, FOOD } from './bodies.ts';
import { mutate, hostileText, hostileValue } from './hostile.ts';
import type { Runs } from './runs.ts';

const FILE = { name: 'a.jpg', url: '/files/2026/1/1/x/a.jpg', guid: 'x' };

const SCHEMAS: [name: string, schema: ZodType, valid: unknown][] = [
  ['an event', eventInput('America/Toronto', 'USD'), { ...EVENT, image: FILE, gallery: [FILE] }],
  ['an exec', execs.schema, { ...EXEC, image: FILE }],
  ['a food item', food.schema, FOOD],
  ['a card', dscCards.schema, { ...CARD, img: FILE }],
  ['the slideshow', slideshow.schema, { files: [FILE, FILE] }],
  ['a form', formFieldsInput, EVENT.fields],
  ['a file', fileInput, FILE],
  ['a command', recordCommand, { verb: 'update', key: 'x', version: 0, input: EXEC }],
  ['the club’s configuration', clubConfig, sample],
];

const NAMES = ['__proto__', 'constructor', 'toString', 'a', 'b'];

const field: Arbitrary<EventFormField> = fc.record({
  name: fc.oneof(fc.constantFrom(...NAMES), hostileText),
  type: fc.constantFrom(...FIELD_TYPES),
  description: hostileText,
  required: fc.boolean(),
  options: fc.array(fc.oneof(fc.constantFrom(...NAMES), hostileText), { maxLength: 3 }),
  showIf: fc.option(
    fc.record({
      field: fc.constantFrom(...NAMES),
      anyOf: fc.array(fc.oneof(fc.boolean(), fc.constantFrom(...NAMES)), { maxLength: 3 }),
    }),
    { nil: undefined },
  ),
  limits: fc.option(fc.dictionary(fc.constantFrom(...NAMES), fc.integer({ max: 9 })), { nil: undefined }),
});
const fields = fc
  .uniqueArray(field, { maxLength: 4, selector: ({ name }) => name })
  .map((drawn) => withoutFaults(drawn, findFaults(drawn)));

/** Whatever is read from outside is taken or refused with a sentence per field, and nothing else happens. */
export function testInputs({ inputs }: Runs): void {
  describe('whatever is given to the schema of', () => {
    test.each(SCHEMAS)('%s is taken, and then taken as it is, or refused with sentences', (_name, schema, valid) => {
      expect(taken(schema, valid)).toBeDefined();
      const given = fc.oneof({ weight: 3, arbitrary: mutate(valid) }, hostileValue);
      const property = fc.property(given, (value) => {
        const once = taken(schema, value);
        // What was taken is taken again, and stays as it is: nothing is trimmed or changed bit by bit.
        expect(once && taken(schema, once.value)).toEqual(once);
      });
      fc.assert(property, { numRuns: inputs });
    });
  });

  test('whatever is answered to whatever form is taken, once and for all, or refused by field', () => {
    const answers = fc.dictionary(fc.oneof(hostileText, fc.constantFrom('__proto__', 'a', 'b')), hostileValue);
    const property = fc.property(fields, answers, fields, (asked, given, before) => {
      const { answers: read, wrong } = checkAnswers(defineEventForm({ id: 'form', fields: asked }), given);
      expect(Object.values(wrong).every((why) => typeof why === 'string' && why !== '')).toBe(true);
      const isAnswer = (answer: unknown) => typeof answer === 'boolean' || isTexts([answer].flat());
      expect(Object.values(read).filter((answer) => !isAnswer(answer))).toEqual([]);
      const again = JSON.stringify(checkAnswers(defineEventForm({ id: 'form', fields: asked }), read).answers);
      expect(Object.keys(wrong).length > 0 || again === JSON.stringify(read)).toBe(true);
      expect(formChanges(before, asked, given).every((line) => typeof line === 'string')).toBe(true);
    });
    fc.assert(property, { numRuns: inputs });
  });

  const clubForms = listClubForms({ institution: 'Example' });
  test.each(clubForms)('whatever is sent to $title is taken or refused by field', (form) => {
    const names = form.fields.map(({ name }) => name);
    const sent = fc.dictionary(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, hostileText), hostileText);
    const property = fc.property(sent, (given) => {
      const { answers, wrong } = checkAnswers(form, given);
      const unknown = Object.keys(given).filter((name) => !names.includes(name));
      expect([...Object.keys(answers), ...Object.keys(wrong)].toSorted()).toEqual([...names, ...unknown].toSorted());
      const again = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, String(answer)]));
      const { answers: same } = checkAnswers(form, { ...given, ...again });
      expect(JSON.stringify(same)).toBe(JSON.stringify(answers));
    });
    fc.assert(property, { numRuns: inputs });
  });
}

/** What a schema makes of a value, as it would be stored; undefined where it refuses it with a sentence per field. */
function taken(schema: ZodType, value: unknown): { value: unknown } | undefined {
  try {
    return { value: checkInput(schema, value) };
  } catch (error) {
    const isSaid = error instanceof Rejected && [error.message, ...Object.values(error.fields)].every(Boolean);
    if (!isSaid) throw error;
    return undefined;
  }
}
