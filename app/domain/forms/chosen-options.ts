import { isDeepStrictEqual } from 'node:util';
import { inChunks, type Reader, type Writer } from '../../db/db.server.ts';
import { lockRows } from '../../db/lock-rows.ts';
import { readAnswers, type Answers } from '../questions/answer.ts';
import { findForm } from './event-form.ts';
import { hasLimits, limitedChoices, type LimitedField } from './option-places.ts';

/** A statement's parameters are limited. */
const AT_ONCE = 250;
/** Few enough that long answers take little memory. */
const READ_AT_ONCE = 100;

interface Response {
  key: string;
  answers: Answers;
}

export interface LimitedForm {
  id: string;
  fields: LimitedField[];
}

/**
 * Stores which limited options these responses chose, so that counting them reads no answers. Call it in every write
 * that stores answers. A form without limits has nothing here; when it gets some, `rewriteChoices` reads its responses.
 */
export async function writeChoices(tx: Writer, { id, fields }: LimitedForm, responses: Response[]): Promise<void> {
  if (!hasLimits(fields)) return;
  await forgetChoices(
    tx,
    id,
    responses.map(({ key }) => key),
  );
  const rows = responses.flatMap(({ key, answers }) =>
    limitedChoices(fields, answers).map(([field, option]) => ({ form_id: id, entry_key: key, field, option })),
  );
  for (const part of inChunks(rows, AT_ONCE)) await tx.query.insertInto('chosen_options').values(part).execute();
}

/** Like writeChoices, for all responses to a form whose limits have changed. The caller holds the form. */
export async function rewriteChoices(tx: Writer, form: LimitedForm): Promise<void> {
  await tx.query.deleteFrom('chosen_options').where('form_id', '=', form.id).execute();
  if (!hasLimits(form.fields)) return;
  for await (const responses of pageAnswers(tx, form.id)) await writeChoices(tx, form, responses);
}

/** Call it in the write that removes these responses. */
export async function forgetChoices({ query }: Writer, formId: string, keys: string[]): Promise<void> {
  for (const part of inChunks(keys, AT_ONCE))
    await query.deleteFrom('chosen_options').where('form_id', '=', formId).where('entry_key', 'in', part).execute();
}

/** All responses to a form, a few at a time. */
export async function* pageAnswers({ query }: Reader, formId: string): AsyncGenerator<Response[]> {
  for (let after = ''; ;) {
    const rows = await query
      .selectFrom('entries')
      .select(['key', 'answers'])
      .where('form_id', '=', formId)
      .where('key', '>', after)
      .orderBy('key')
      .limit(READ_AT_ONCE)
      .execute();
    if (rows.length > 0) yield rows.map(({ key, answers }) => ({ key, answers: readAnswers(answers) }));
    const last = rows.at(-1);
    if (!last || rows.length < READ_AT_ONCE) return;
    after = last.key;
  }
}

/**
 * Like rewriteChoices, for forms that may have had responses since then through a copy of the previous version, which
 * stores no choices.
 */
export async function writeMissingChoices(tx: Writer, since: number): Promise<void> {
  const forms = tx.query
    .selectFrom('forms')
    .select('id')
    .where('fields', 'like', '%"limits"%')
    .where('id', 'in', (is) => is.selectFrom('entries').select('form_id').where('created_at', '>', since));
  for (const { id } of await lockRows(tx, forms).execute()) await rewriteChoices(tx, await findForm(tx, id));
}

/**
 * Whether a change of fields means that choices must be stored anew. How many may choose an option makes no difference.
 */
export function hasOtherChoices(before: LimitedField[], after: LimitedField[]): boolean {
  const counted = (fields: LimitedField[]) =>
    fields.flatMap(({ name, type, limits }) => (limits ? [[name, type, Object.keys(limits).toSorted()]] : []));
  return !isDeepStrictEqual(counted(before), counted(after));
}
