import type { Actor } from '../actor.ts';
import type { EventRow } from '../events/event.ts';
import { eventName } from '../events/titles.ts';
import { writeBodies } from '../mail/bodies.ts';
import type { MailingClub, MailMessage } from '../mail/mail.ts';

/** To officers who asked for these mails. */
export function writeProposal({ name, email }: Actor, title: string): MailMessage {
  const event = eventName(title);
  return {
    subject: `Proposed: ${event}`,
    ...writeBodies([
      { paragraph: `${name || email} proposes ‘${event}’. It waits under ‘Needs attention’ in the admin area.` },
      { small: 'You asked for these mails. You can stop them on the home page of the admin area.' },
    ]),
  };
}

/** To the person who proposed the event. */
export function writeSentBack(club: MailingClub, actor: Actor, { key, title }: EventRow, missing: string): MailMessage {
  const name = eventName(title ?? '');
  return {
    subject: `Sent back: ${name}`,
    ...writeBodies([
      { paragraph: `${actor.name || actor.email} sent back ‘${name}’, which you proposed. What is missing:` },
      { paragraph: missing },
      { link: 'Open it, and propose it again', url: `${club.publicUrl}/admin/events/${encodeURIComponent(key)}` },
      { small: club.name },
    ]),
  };
}
