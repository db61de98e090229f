import type { Writer } from '../../db/db.server.ts';

/** The key of the mail that confirms a response to an event's form. */
export const confirmationKey = (formId: string, entryKey: string) => `sign-up-${formId}-${entryKey}`;
/** The key of the mail that hands a contact message to the club. */
export const contactKey = (submissionKey: string) => `contact-${submissionKey}`;
/** The key of the mail that answers the request for a chat invite. */
export const inviteKey = (submissionKey: string) => `chat-invite-${submissionKey}`;

/** What mail may be about. */
export interface Answered {
  entries?: { form_id: string; key: string }[];
  submissions?: { key: string }[];
}

/** A statement's parameters are limited. */
const AT_ONCE = 500;

/** Erases the mail that these answers caused, whether it was sent or is still to be sent: then it is not sent any more. */
export async function forgetMailAbout({ query }: Writer, { entries = [], submissions = [] }: Answered): Promise<void> {
  const keys = [
    ...entries.map(({ form_id, key }) => confirmationKey(form_id, key)),
    ...submissions.flatMap(({ key }) => [contactKey(key), inviteKey(key)]),
  ];
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    await query
      .deleteFrom('outbox')
      .where('key', 'in', keys.slice(from, from + AT_ONCE))
      .execute();
  }
}
