import type { Reader, Writer } from '../../db/db.server.ts';

/** Notes that an event gave up a form, so that the responses to it stay readable there; nothing where another event has it. */
export async function noteFormerForm(tx: Writer, formId: string, eventKey: string): Promise<void> {
  const others = await tx.query.selectFrom('events').select('key').where('form_id', '=', formId).execute();
  if (others.length > 0) return;
  await tx.query
    .insertInto('former_forms')
    .values({ form_id: formId, event_key: eventKey })
    .onConflict((conflict) => conflict.column('form_id').doUpdateSet({ event_key: eventKey }))
    .execute();
}

/** The forms that an event had before, have responses, and belong to no event now. */
export async function listFormerForms({ query }: Reader, eventKey: string): Promise<string[]> {
  const rows = await query
    .selectFrom('former_forms')
    .select('form_id')
    .where('event_key', '=', eventKey)
    .where((is) =>
      is.exists(is.selectFrom('entries').select('key').whereRef('entries.form_id', '=', 'former_forms.form_id')),
    )
    .where((is) =>
      is.not(is.exists(is.selectFrom('events').select('key').whereRef('events.form_id', '=', 'former_forms.form_id'))),
    )
    .orderBy('form_id')
    .execute();
  return rows.map((row) => row.form_id);
}
