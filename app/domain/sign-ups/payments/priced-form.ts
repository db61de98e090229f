import type { Reader } from '../../../db/db.server.ts';
import { NotFound } from '../../errors.ts';
import type { ClubEvent } from '../../events/event.ts';
import { entriesOf } from '../../forms/entries.ts';
import { readSignUpSettings, SETTINGS } from '../places.ts';
import type { PersonForm } from '../rules.ts';

/**
 * The event with its form that has a price, or for which anybody owes, even if the form was taken off; undefined if
 * there is none.
 */
export async function withPricedForm(db: Reader, event: ClubEvent): Promise<ClubEvent | undefined> {
  const former = db.query.selectFrom('former_forms').select('form_id').where('event_key', '=', event.key);
  const rows = await former.orderBy('form_id', 'desc').execute();
  const ids = [event.formId, ...rows.map(({ form_id: id }) => id)].filter((id) => id !== null);
  for (const formId of ids) if (await isPriced(db, formId)) return { ...event, formId };
  return undefined;
}

async function isPriced(db: Reader, formId: string): Promise<boolean> {
  const price = db.query.selectFrom('forms').select('price').where('id', '=', formId).where('price', 'is not', null);
  if (await price.where('asks_person', '=', 1).executeTakeFirst()) return true;
  const owing = entriesOf(db, formId).select('key').where('owes', 'is not', null).limit(1);
  if (await owing.executeTakeFirst()) return true;
  const nameless = db.query.selectFrom('nameless_payments').select('reference').where('form_id', '=', formId).limit(1);
  return (await nameless.executeTakeFirst()) !== undefined;
}

/** The form by which payments are marked, whatever has become of it since. @throws NotFound */
export async function requirePricedForm(db: Reader, event: ClubEvent): Promise<PersonForm> {
  const priced = await withPricedForm(db, event);
  const id = priced?.formId ?? null;
  const row =
    id === null
      ? undefined
      : await db.query.selectFrom('forms').select(SETTINGS).where('id', '=', id).executeTakeFirst();
  const settings = row && readSignUpSettings({ ...row, asks_person: 1 });
  if (!priced || id === null || !settings) throw new NotFound('This event has no price.');
  return { ...settings, formId: id, event: priced, eventKeys: [] };
}
