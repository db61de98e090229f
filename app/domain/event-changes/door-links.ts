import type { Writer } from '../../db/db.server.ts';
import { readEventsOfForms } from '../events/with-drafts.ts';
import { deleteDoorLinks } from '../sign-ups/door/links.ts';
import type { EventChange, Reaction } from './event-change.ts';

/**
 * Links for helpers end when the committee that gave them away loses the event, or another committee’s event gets its
 * form: its sign-ups are no longer that committee’s.
 */
export const endLinksOfFormerCommittees: Reaction = async (tx, changes) => {
  for (const { key, before, after } of changes)
    if (before && after && before.committee !== after.committee) await deleteDoorLinks(tx, key);
  for (const key of await listEventsWithSharedForm(tx, changes)) await deleteDoorLinks(tx, key);
};

/** The events whose form has come to an event of another committee by these changes. */
async function listEventsWithSharedForm(tx: Writer, changes: EventChange[]): Promise<string[]> {
  const changed = changes.flatMap(({ before, after }) =>
    after?.formId && (before?.formId !== after.formId || before.committee !== after.committee) ? [after] : [],
  );
  const having = await readEventsOfForms(
    tx,
    changed.flatMap(({ formId }) => formId ?? []),
  );
  return having.flatMap(({ key, committee, form_id: form }) =>
    changed.some((other) => other.formId === form && other.committee !== (committee ?? '')) ? [key] : [],
  );
}
