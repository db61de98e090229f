import type { Database } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { NotFound } from '../errors.ts';
import { requireCapability, type Actor } from '../actor.ts';
import type { ClubForm } from '../forms/club-form.ts';

/** Marks a submission as done, or as new again. @throws NotAllowed, NotFound */
export async function markSubmission(
  db: Database,
  actor: Actor | null,
  { id: form, title }: Pick<ClubForm, 'id' | 'title'>,
  key: string,
  isDone: boolean,
): Promise<void> {
  requireCapability(actor, 'handle submissions');
  await db.write(async (tx) => {
    const marked = await tx.query
      .updateTable('submissions')
      .set({ done_at: isDone ? Date.now() : null })
      .where('form', '=', form)
      .where('key', '=', key)
      .returning('key')
      .executeTakeFirst();
    if (!marked) throw new NotFound('This submission is no longer here. Reload the page.');
    tx.changed('submission', `${form}/${key}`);
    await noteActivity(tx, actor, 'updated', 'submission', key, title);
  });
}
