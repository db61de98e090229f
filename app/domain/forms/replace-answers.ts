import { sql } from 'kysely';
import { inChunks, type Writer } from '../../db/db.server.ts';
import { writeAnswers, type Answers } from '../questions/answer.ts';
import { writeChoices } from './chosen-options.ts';
import type { LimitedField } from './option-places.ts';

/** A statement's parameters are limited. */
const AT_ONCE = 250;

/** Of many at once. */
export async function replaceAnswers(
  tx: Writer,
  form: { id: string; fields: LimitedField[] },
  replaced: { key: string; answers: Answers }[],
): Promise<void> {
  for (const part of inChunks(replaced, AT_ONCE)) {
    const rows = part.map(({ key, answers }) => sql`(${key}, ${writeAnswers(answers)})`);
    await sql`
      with replaced (key, answers) as (values ${sql.join(rows)})
      update entries set answers = replaced.answers
      from replaced where entries.form_id = ${form.id} and entries.key = replaced.key`.execute(tx.query);
    await writeChoices(tx, form, part);
    for (const { key } of part) tx.changed('entry', `${form.id}/${key}`);
  }
}
