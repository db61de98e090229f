import type { Writer } from '../../db/db.server.ts';
import { noteFormerForm } from '../responses/former-forms.ts';
import { findForm, findResponsesDays, type EventFormField } from '../responses/event-form.ts';
import { saveForm } from '../responses/save-form.ts';
import { newShortId } from '../keys.ts';
import type { EventInput } from './event-input.ts';
import type { ClubEvent } from './event.ts';

/**
 * Saves the form that an event includes, inside the event's own write, and gives back the event's formId (product.md
 * 4): the
 * one it has or a new one; null for a form that is not included, or has no fields.
 */
export async function includeForm(
  tx: Writer,
  before: Pick<ClubEvent, 'key' | 'formId'> | null,
  { hasForm, fields, responsesDays }: EventInput,
): Promise<string | null> {
  const isIncluded = hasForm && fields.length > 0;
  if (!isIncluded) {
    if (before?.formId) await giveUpForm(tx, before.key, before.formId);
    return null;
  }
  const id = before?.formId ?? newShortId();
  const days = responsesDays === '' ? null : Number(responsesDays);
  const { fields: stored } = await findForm(tx, id);
  const isSame = JSON.stringify(stored.map(inOrder)) === JSON.stringify(fields.map(inOrder));
  if (isSame && days === (await findResponsesDays(tx, id))) return id;
  await saveForm(tx, id, fields, { responsesDays: days });
  if (before) await outdateSharers(tx, id, before.key);
  return id;
}

async function giveUpForm(tx: Writer, key: string, formId: string): Promise<void> {
  await tx.query.updateTable('events').set({ form_id: null }).where('key', '=', key).execute();
  await noteFormerForm(tx, formId, key);
  tx.changed('form', formId);
}

/** Whoever has another event with this form open must not save the form's old definition over the new one. */
async function outdateSharers(tx: Writer, formId: string, key: string): Promise<void> {
  const others = await tx.query
    .updateTable('events')
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('form_id', '=', formId)
    .where('key', '<>', key)
    .returning('key')
    .execute();
  for (const other of others) tx.changed('event', other.key);
}

function inOrder({ name, type, description, required, options }: EventFormField): unknown[] {
  return [name, type, description, required, options];
}
