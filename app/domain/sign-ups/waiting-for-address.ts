import { sql } from 'kysely';
import type { Reader } from '../../db/db.server.ts';
import { whenOf } from '../events/event-view.ts';
import { eventName } from '../events/titles.ts';
import { isPublic } from '../events/visibility.ts';
import type { MailingClub } from '../mail/mail.ts';
import { findPersonForm } from './places.ts';
import { PERSON } from './person.ts';
import { toSignUp } from './read-sign-ups.ts';
import { hasBegun, hasExpired } from './rules.ts';
import type { SignUp } from './state.ts';

/** Another sign-up that waits to be confirmed, which the address's owner or anybody else entered. */
export interface WaitingForAddress {
  formId: string;
  key: string;
  name: string;
  event: { title: string; when: string };
}

/** More than an owner would look through; the newest ones are listed. */
const MOST_LISTED = 100;

/**
 * The other sign-ups that wait for this address to be confirmed, over all events. An address gets a limited number of
 * confirmation mails a day: if strangers used them up, any of these links still offers the owner what they entered.
 */
export async function listWaitingForAddress(
  db: Reader,
  club: MailingClub,
  { formId, key, email }: SignUp,
): Promise<WaitingForAddress[]> {
  if (email === '') return [];
  const rows = await db.query
    .selectFrom('entries')
    .selectAll()
    .where('email', '=', email)
    .where('state', '=', sql.lit('unconfirmed'))
    .orderBy('since', 'desc')
    .orderBy('key')
    .limit(MOST_LISTED)
    .execute();
  const others = rows.map(toSignUp).filter((one) => !hasExpired(one) && !(one.formId === formId && one.key === key));
  const events = new Map<string, WaitingForAddress['event']>();
  for (const id of new Set(others.map((one) => one.formId))) {
    const form = await findPersonForm(db, id, club.clock.timeZone);
    if (!form || !isPublic(form.event) || form.event.cancelled || hasBegun(form)) continue;
    events.set(id, { title: eventName(form.event.title), when: whenOf(form.event, club.clock) });
  }
  return others.flatMap((one) => {
    const event = events.get(one.formId);
    const name = String(one.answers[PERSON.name] ?? '');
    return event ? [{ formId: one.formId, key: one.key, name, event }] : [];
  });
}
