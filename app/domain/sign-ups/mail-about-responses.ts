import { own } from '../own.ts';
import type { Writer } from '../../db/db.server.ts';
import { isEmail } from '../email-address.ts';
import { newEdition } from '../events/calendar-edition.ts';
import { listEventsOf, currentEventOf } from './places.ts';
import { asksForEmail, type EventForm } from '../forms/event-form-definition.ts';
import type { Answers } from '../questions/answer.ts';
import type { FormRef } from '../forms/form-definition.ts';
import { chatInviteText, contactMessage, eventConfirmation, type ContactMessage } from '../forms/mails.ts';
import type { MailingClub } from '../mail/mail.ts';
import { eraseMail, listMailBeginning } from '../mail/outbox.ts';
import { queueMail } from '../mail/queue-mail.ts';

export interface ResponseRef {
  kind: FormRef['kind'];
  form: string;
  key: string;
}

const confirmationKey = (formId: string, key: string) => `sign-up-${formId}-${key}`;
const contactKey = (key: string) => `contact-${key}`;
const inviteKey = (key: string) => `chat-invite-${key}`;

export function mailKeys({ kind, form, key }: ResponseRef): string[] {
  return kind === 'event' ? [confirmationKey(form, key)] : [contactKey(key), inviteKey(key)];
}

export function signUpMailsKey({ formId, key }: { formId: string; key: string }): string {
  return `${confirmationKey(formId, key)}-`;
}

export async function forgetMailAbout(tx: Writer, responses: ResponseRef[]): Promise<void> {
  await eraseMail(tx, responses.flatMap(mailKeys));
  const ofEvents = responses.filter(({ kind }) => kind === 'event');
  const begins = new Set(ofEvents.map(({ form: formId, key }) => signUpMailsKey({ formId, key })));
  if (begins.size > 0) await eraseMail(tx, await listMailBeginning(tx, 'sign-up-', begins));
}

interface MailedSignUp {
  key: string;
  form: EventForm;
  answers: Answers;
}

/** Call it in the transaction that stores the response. */
export async function confirmSignUp(
  tx: Writer,
  club: MailingClub,
  { key, form, answers }: MailedSignUp,
): Promise<void> {
  const recipient = confirmationAddress(form, answers);
  const event = recipient && currentEventOf(await listEventsOf(tx, form.id), club.clock.timeZone);
  if (!recipient || !event) return;
  const calendar = club.writeEventCalendar(event, await newEdition(tx, event));
  await queueMail(tx, {
    key: confirmationKey(form.id, key),
    kind: 'event confirmation',
    about: form.id,
    recipient,
    ...eventConfirmation(club, event, calendar !== undefined),
    ...(calendar && { attachments: [calendar] }),
  });
}

export function confirmationAddress({ fields }: EventForm, answers: MailedSignUp['answers']): string | undefined {
  return fields
    .filter(asksForEmail)
    .map(({ name }) => String(own(answers, name) ?? '').trim())
    .find(isEmail);
}

/** Call it in the transaction that stores the message under `key`. A reply reaches the visitor. */
export async function forwardToClub(
  tx: Writer,
  club: MailingClub,
  { key, ...sent }: ContactMessage & { key: string },
): Promise<void> {
  await queueMail(tx, {
    key: contactKey(key),
    kind: 'contact message',
    recipient: club.email,
    replyTo: { name: sent.name, address: sent.email },
    ...contactMessage(club, sent),
  });
}

/** Call it in the transaction that stores the request under `key`. */
export async function inviteToChat(
  tx: Writer,
  club: MailingClub,
  { key, email }: { key: string; email: string },
): Promise<void> {
  await queueMail(tx, { key: inviteKey(key), kind: 'chat invite', recipient: email, ...chatInviteText(club) });
}
