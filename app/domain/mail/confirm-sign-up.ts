import type { Reader, Writer } from '../../db/db.server.ts';
import { startOfToday } from '../../time/club-time.ts';
import { toEvent, type ClubEvent } from '../events/event.ts';
import { addressFields } from '../responses/address-fields.ts';
import type { SignUpForm } from '../responses/event-form.ts';
import { isEmail } from '../email-address.ts';
import { confirmationKey } from './forget-mail-about.ts';
import type { MailingClub } from './mailing-club.ts';
import { queueMail } from './queue-mail.ts';
import { eventConfirmation } from './templates/event-confirmation.ts';

/** A stored response: `key` is the entry's. */
export interface SignedUp {
  key: string;
  form: SignUpForm;
  answers: Record<string, string | boolean>;
}

/**
 * Queues the confirmation of a sign-up with the event's calendar file, in the transaction that stores the response, when
 * one of its answers is the e-mail address that the form asks for.
 */
export async function confirmSignUp(tx: Writer, club: MailingClub, { key, form, answers }: SignedUp): Promise<void> {
  const recipient = confirmationAddress(form, answers);
  const event = recipient && (await findEventOf(tx, form.id, startOfToday(club.clock.timeZone)));
  if (!recipient || !event) return;
  const calendar = club.writeEventCalendar(event);
  await queueMail(tx, {
    key: confirmationKey(form.id, key),
    kind: 'event confirmation',
    recipient,
    ...eventConfirmation(club, event, calendar !== undefined),
    ...(calendar && {
      attachments: [{ name: 'event.ics', type: 'text/calendar; charset=utf-8', content: calendar }],
    }),
  });
}

/** Where a response is confirmed to: the answer to the first text field that asks for an e-mail address and got one. */
export function confirmationAddress({ fields }: SignUpForm, answers: SignedUp['answers']): string | undefined {
  return addressFields(fields)
    .map(({ name }) => String(answers[name] ?? '').trim())
    .find(isEmail);
}

/** Where several events share a form, the next of them is meant; with all of them past, the last. */
async function findEventOf(db: Reader, formId: string, midnight: number): Promise<ClubEvent | undefined> {
  const rows = await db.query
    .selectFrom('events')
    .selectAll()
    .where('form_id', '=', formId)
    .orderBy('time_start')
    .orderBy('key')
    .execute();
  const row = rows.find(({ time_start: start }) => start !== null && start >= midnight) ?? rows.at(-1);
  return row && toEvent(row);
}
