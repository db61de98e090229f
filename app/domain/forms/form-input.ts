import { z } from '../zod.ts';
import { plainText } from '../plain-text.ts';
import { readLimits } from '../questions/conditions.ts';
import { findFaults } from '../questions/faults.ts';
import { isContainer } from '../stored-json.ts';
import { FIELD_TYPES, QUESTIONS } from '../questions/index.ts';

const MOST_FIELDS = 100;
const MOST_OPTIONS = 100;
const LONGEST_LABEL = 500;
const LONGEST_OPTION = 200;
const LONGEST_NAME = 128;

const option = z
  .string('must be a text')
  .overwrite(plainText)
  .trim()
  .min(1, 'Please enter the option, or delete it')
  .max(LONGEST_OPTION, `Please use at most ${LONGEST_OPTION} characters`);

/** findFaults refuses an answer that is gone, at its field. */
const answer = z.union([z.string().max(LONGEST_OPTION).overwrite(plainText).trim(), z.boolean()], 'must be an answer');

/** findFaults refuses a limit that is no number, at its option. */
const limits = z
  .custom<object>((given) => isContainer(given) && !Array.isArray(given), 'must be numbers by option')
  .refine((given) => Object.keys(given).length <= MOST_OPTIONS, `A field has at most ${MOST_OPTIONS} limits`)
  .transform((given) =>
    Object.fromEntries(Object.entries(readLimits(given) ?? {}).map(([name, limit]) => [plainText(name).trim(), limit])),
  );

const field = z.strictObject({
  /** Empty for a new field: the server makes the name. */
  name: z.string('must be a text').max(LONGEST_NAME),
  type: z.enum(FIELD_TYPES, `must be one of ${FIELD_TYPES.join(', ')}`),
  description: z
    .string('must be a text')
    .overwrite(plainText)
    .trim()
    .min(1, 'Please enter a label')
    .max(LONGEST_LABEL, `Please use at most ${LONGEST_LABEL} characters`),
  required: z.boolean('must be true or false'),
  options: z.array(option, 'must be a list').max(MOST_OPTIONS, `A field has at most ${MOST_OPTIONS} options`),
  showIf: z
    .strictObject({
      field: z.string('must be a text').max(LONGEST_NAME),
      anyOf: z.array(answer, 'must be a list').max(MOST_OPTIONS, `Choose at most ${MOST_OPTIONS} answers`),
    })
    .optional(),
  limits: limits.optional(),
  atDoor: z.boolean('must be true or false').optional(),
  /** Pairs of an option's stored name and its new one. */
  renamed: z
    .array(z.tuple([z.string().max(LONGEST_OPTION), option]), 'must be a list')
    .max(MOST_OPTIONS)
    .optional(),
});

export type FieldInput = z.infer<typeof field>;

/** product.md 3 */
export const formFieldsInput = z
  .array(field, 'must be a list')
  .max(MOST_FIELDS, `A form has at most ${MOST_FIELDS} fields`)
  .superRefine((fields, context) => {
    for (const [index, name] of repeated(fields.map((one) => one.name))) {
      if (name)
        context.addIssue({
          code: 'custom',
          path: [index],
          message: 'The form has this field twice. Please delete one of them',
        });
    }
    for (const [index, { type, options }] of fields.entries()) {
      const refuse = (path: PropertyKey[], message: string) =>
        context.addIssue({ code: 'custom', path: [index, ...path], message });
      if (QUESTIONS[type].hasOptions && options.length === 0) refuse(['options'], 'Please add at least one option');
      for (const [at, name] of repeated(options.map(looksOf))) {
        if (name) refuse(['options', at], 'Another option already has this name');
      }
    }
    for (const { index, path, message } of findFaults(fields)) {
      context.addIssue({ code: 'custom', path: [index, ...path], message });
    }
  });

/** Options that differ only in spaces or spellings that a reader cannot tell apart count as one. */
function looksOf(option: string): string {
  return option.normalize('NFC').replaceAll(/\s+/g, ' ');
}

function repeated(texts: string[]): [number, string][] {
  return [...texts.entries()].filter(([index, text]) => texts.indexOf(text) < index);
}
