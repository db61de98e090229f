import { INVITATION_DAYS } from './invitation-days.ts';
import { writeBodies } from '../mail/bodies.ts';
import type { MailingClub, MailMessage } from '../mail/mail.ts';
import { ROLE_NAMES, type Role } from '../roles.ts';

export function writeInvitation(club: MailingClub, invitedBy: string, role: Role): MailMessage {
  return {
    subject: `Help to run ${club.name}`,
    ...writeBodies([
      {
        paragraph: `${invitedBy} invites you to help run the website of ${club.name}, with the role ${ROLE_NAMES[role]}.`,
      },
      { link: 'Sign in', url: `${club.publicUrl}/auth/login` },
      {
        paragraph: `Sign in with the account that has this email address: the role is yours from then on. The invitation ends after ${INVITATION_DAYS} days.`,
      },
      { small: `${club.name}. If you did not expect this, you can ignore this email.` },
    ]),
  };
}
