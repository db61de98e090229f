import type { FormName } from '../../config/club.ts';
import type { Database, Writer } from '../../db/db.server.ts';
import { Rejected } from '../errors.ts';
import { forwardToClub } from '../mail/forward-to-club.ts';
import { inviteToChat } from '../mail/invite-to-chat.ts';
import type { MailingClub } from '../mail/mailing-club.ts';
import { storeOnce, type Sending } from './idempotency.ts';
import { checkSubmission, type Target, type Value, type Words } from './form-definition.ts';

/** What was sent to one of the configuration's forms: a text per field. */
export interface SentSubmission extends Sending {
  target: Target;
  values: Record<string, string>;
  words: Words;
  /** In whose name the mail goes out that a submission causes. */
  club: MailingClub;
}

/** Sign-up and chat invite are one submission of one page: they share an attestation. */
const PAGES: Partial<Record<FormName, string>> = { signup: 'membership', chatInvite: 'membership' };

/**
 * Stores what a visitor sent to the built-in receiver: checked by the form's rules, durable when this returns, once
 * however often it is sent. A chat invite is mailed to the visitor, a contact message to the club.
 * Concurrent submissions share a commit. Gives back false where it was stored before.
 * @throws Rejected with a message per field.
 * @throws SentBefore, AttestationUsed as storeOnce says.
 */
export async function recordSubmission(db: Database, sent: SentSubmission): Promise<boolean> {
  const { target, values: given, words, club, ...sending } = sent;
  const { values, wrong } = checkSubmission(target, given, words);
  if (Object.keys(wrong).length > 0) throw new Rejected('Some answers need another look.', wrong);
  return db.writeTogether((tx) => {
    const page = PAGES[target.name] ?? target.name;
    return storeOnce(tx, { ...sending, target: target.name, page, content: values }, async (key) => {
      await insertSubmission(tx, target.name, key, values);
      await queueMailAbout(tx, club, target.name, key, values);
    });
  });
}

async function insertSubmission(
  { query, changed }: Writer,
  form: FormName,
  key: string,
  values: Record<string, Value>,
) {
  const row = { form, key, answers: JSON.stringify(values), created_at: Date.now() };
  await query.insertInto('submissions').values(row).execute();
  // For admins it is one more entry to a form, and there is no topic of its own.
  changed('entry', `${form}/${key}`);
}

async function queueMailAbout(
  tx: Writer,
  club: MailingClub,
  form: FormName,
  key: string,
  values: Record<string, Value>,
): Promise<void> {
  const { email, name, message } = { email: '', name: '', message: '', ...values };
  if (form === 'chatInvite') await inviteToChat(tx, club, { key, email: String(email) });
  if (form === 'contact') {
    await forwardToClub(tx, club, { key, email: String(email), name: String(name), message: String(message) });
  }
}
