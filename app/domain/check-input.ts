import type { ZodError, ZodSafeParseResult, ZodType, z } from 'zod';
import { Rejected } from './errors.ts';

/** @throws Rejected with the first message of each field, under its path, such as 'fields.0.description'. */
export function checkInput<Schema extends ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { data, error } = read(schema, input);
  if (!error) return data;
  const fields = firstMessages(error);
  throw new Rejected(fields[''] ?? 'Nothing was saved. Please check the marked fields.', fields);
}

/** Each field’s first message, under its path. It uses a Map because a field may have any name. */
export function firstMessages({ issues }: Pick<ZodError, 'issues'>): Record<string, string> {
  const found = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = path.join('.');
    if (!found.has(name)) found.set(name, message);
  }
  return Object.fromEntries(found);
}

function read<Schema extends ZodType>(schema: Schema, input: unknown): ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(input);
  } catch (error) {
    // Zod reads the length of anything that has one, even of an object sent in place of a text, and may throw.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new Rejected('The site could not read what was sent. Please reload the page and try again.');
  }
}
