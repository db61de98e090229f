import type { Reader } from '../../db/db.server.ts';
import { readStored } from '../stored-json.ts';

/** One field of an event's own sign-up form (product.md 3); `options` belongs to radio fields. */
export interface FormField {
  name: string;
  type: 'text' | 'radio' | 'checkbox';
  description: string;
  required: boolean;
  options: string[];
}

export interface SignUpForm {
  id: string;
  fields: FormField[];
}

/** The form with this id; one that does not exist is an empty form with no fields (product.md 3). */
export async function findForm(db: Reader, id: string): Promise<SignUpForm> {
  const row = await db.query.selectFrom('forms').select('fields').where('id', '=', id).executeTakeFirst();
  const fields = readStored<Partial<FormField>[]>(row?.fields ?? null, []);
  return { id, fields: fields.flatMap(toField) };
}

/** For how many days the form's responses are kept, where it says so itself; null: as the club's configuration says. */
export async function findResponsesDays(db: Reader, id: string): Promise<number | null> {
  const row = await db.query.selectFrom('forms').select('responses_days').where('id', '=', id).executeTakeFirst();
  return row?.responses_days ?? null;
}

function toField({ name, type, description, required, options }: Partial<FormField>): FormField[] {
  if (!name || !type) return [];
  return [{ name, type, description: description ?? '', required: required ?? false, options: options ?? [] }];
}
