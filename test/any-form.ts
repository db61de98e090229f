import fc from 'fast-check';
import type { Question } from '../app/domain/questions/conditions.ts';
import { answersOf } from '../app/domain/questions/faults.ts';
import { FIELD_TYPES, QUESTIONS } from '../app/domain/questions/index.ts';

/** Some are called as every object's members are; some differ by a letter's case or spelling alone. */
const OPTIONS = ['A', 'a', 'constructor', 'Caf\u00e9', 'Cafe\u0301', '__proto__'];
const NAMES = ['constructor', 'toString', '__proto__', 'f', 'F', 'hasOwnProperty', 'valueOf'];
const MOST_FIELDS = 12;

/** Any form that the site may hold, with conditions upon conditions. */
export const anyForm = fc
  .array(
    fc.record({
      type: fc.constantFrom(...FIELD_TYPES),
      required: fc.boolean(),
      source: fc.nat(),
      anyOf: fc.nat({ max: 63 }),
      isAlways: fc.boolean(),
      limited: fc.nat({ max: 31 }),
    }),
    { maxLength: MOST_FIELDS },
  )
  .map((drawn) => {
    const fields: Question[] = [];
    for (const [at, { type, required, source, anyOf, isAlways, limited }] of drawn.entries()) {
      const earlier = fields.filter((field) => answersOf(field).length > 0);
      const after = isAlways ? undefined : earlier[source % Math.max(1, earlier.length)];
      const chosen = after && answersOf(after).filter((_, bit) => (anyOf >> bit) & 1);
      const { hasOptions, canBeRequired } = QUESTIONS[type];
      const limits = hasOptions
        ? OPTIONS.flatMap((option, bit) => ((limited >> bit) & 1 ? [[option, bit + 1]] : []))
        : [];
      fields.push({
        name: NAMES[at] ?? `f${at}`,
        type,
        description: `Field ${at}`,
        required: canBeRequired && required,
        options: hasOptions ? OPTIONS : [],
        ...(after && chosen && chosen.length > 0 && { showIf: { field: after.name, anyOf: chosen } }),
        ...(limits.length > 0 && { limits: Object.fromEntries(limits) }),
      });
    }
    return fields;
  });

/** One for each field, whether it fits or not. */
export const anyAnswers = fc.array(
  fc.oneof(fc.boolean(), fc.constantFrom('', ...OPTIONS), fc.subarray(OPTIONS), fc.constantFrom('D', 'words', 5, null)),
  { minLength: MOST_FIELDS, maxLength: MOST_FIELDS },
);
