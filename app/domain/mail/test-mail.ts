import { isEmail } from '../email-address.ts';
import { Rejected } from '../errors.ts';
import { newKey } from '../keys.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { writeBodies } from './bodies.ts';
import type { MailingClub } from './mail.ts';
import type { OutgoingMail } from './outbox.ts';

/**
 * For the officer who asks for it; in no outbox, and tried once. @throws NotAllowed; Rejected without a verified
 * address.
 */
export function writeTestMail(actor: Actor | null, { name, publicUrl }: MailingClub): OutgoingMail {
  requireCapability(actor, 'handle responses');
  const { email: recipient } = actor;
  if (!isEmail(recipient)) throw new Rejected('Your account has no verified email address.');
  const blocks = [
    { paragraph: `This is a test mail from the site of the ${name}. You are reading it, so the club’s mail arrives.` },
    { small: `You asked for it at ${publicUrl}/admin/home.` },
  ];
  return {
    key: `test-${newKey()}`,
    kind: 'test mail',
    recipient,
    message: { subject: `Test mail: ${name}`, ...writeBodies(blocks) },
  };
}
