import type { Writer } from '../../db/db.server.ts';
import type { EventChange, Why } from './event-change.ts';
import { tellOfForm } from '../events/visibility.ts';
import { noteFormerForm } from '../forms/event-form.ts';
import { saveForm } from './save-form.ts';

/** Saves the form as an officer left it. A form that was taken off its event is remembered with its responses. */
export async function saveFormOfEvent(tx: Writer, changes: EventChange[], why: Why, now: number): Promise<void> {
  if (why.action !== 'add' && why.action !== 'edit') return;
  for (const { key, before, after } of changes) {
    if (after && after.formId !== null && why.form) await saveForm(tx, after.formId, why.form, now);
    if (!before || before.formId === null || after?.formId !== null) continue;
    await noteFormerForm(tx, before.formId, key);
    await tellOfForm(tx, before.formId);
  }
}
