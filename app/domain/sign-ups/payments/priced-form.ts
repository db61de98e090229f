import type { Reader } from '../../../db/db.server.ts';
import { NotFound } from '../../errors.ts';
import type { ClubEvent } from '../../events/event.ts';
import { selectFormerForms } from '../../forms/event-form.ts';
import { entriesOf } from '../../forms/entries.ts';
import { findLastSettings } from '../places.ts';
import type { PersonForm } from '../rules.ts';

/**
 * The event’s forms that have a price, or for which anybody owes or has paid, the current one first: an officer may
 * have removed one and made another.
 */
export async function listPricedFormIds(db: Reader, event: Pick<ClubEvent, 'key' | 'formId'>): Promise<string[]> {
  const rows = await selectFormerForms(db, event.key).orderBy('form_id', 'desc').execute();
  const ids = new Set([event.formId, ...rows.map(({ form_id: id }) => id)].filter((id) => id !== null));
  const priced: string[] = [];
  for (const formId of ids) if (await involvesMoney(db, formId)) priced.push(formId);
  return priced;
}

async function involvesMoney(db: Reader, formId: string): Promise<boolean> {
  const price = db.query.selectFrom('forms').select('price').where('id', '=', formId).where('price', 'is not', null);
  if (await price.where('asks_person', '=', 1).executeTakeFirst()) return true;
  const owingOrPaid = entriesOf(db, formId).where((is) =>
    is.or([is('owes', 'is not', null), is('paid_on', 'is not', null)]),
  );
  if (await owingOrPaid.select('key').limit(1).executeTakeFirst()) return true;
  const nameless = db.query.selectFrom('nameless_payments').select('reference').where('form_id', '=', formId).limit(1);
  return (await nameless.executeTakeFirst()) !== undefined;
}

/** The forms whose payments can be marked, whatever has happened to them since. @throws NotFound */
export async function requirePricedForms(db: Reader, event: ClubEvent): Promise<PersonForm[]> {
  const forms: PersonForm[] = [];
  for (const formId of await listPricedFormIds(db, event)) {
    const last = await findLastSettings(db, formId);
    if (last) forms.push({ ...last.settings, formId, event: { ...event, formId }, eventKeys: [] });
  }
  if (forms.length === 0) throw new NotFound('This event has no price.');
  return forms;
}
