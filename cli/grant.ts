import { setAdmin } from '../app/domain/users/set-admin.ts';
import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { openClub, type Club } from './open-club.ts';

export const grantCommand: Command = {
  usage: 'grant EMAIL',
  does: 'lets a person into the admin area',
  async run(args) {
    const { value: email } = readArguments(args, 'EMAIL', {});
    return withClub(async (club) => {
      const found = await setAdmin(club.db, email, true);
      if (found === 0) {
        console.error(
          `Nobody with the e-mail ${email} has signed in yet: let them sign in once and grant again, or put the address in ADMIN_EMAILS.`,
        );
        return 1;
      }
      console.log(`${email} is an admin now.`);
      return 0;
    });
  },
};

export const revokeCommand: Command = {
  usage: 'revoke EMAIL',
  does: 'takes that right away again',
  async run(args) {
    const { value: email } = readArguments(args, 'EMAIL', {});
    return withClub(async (club) => {
      const found = await setAdmin(club.db, email, false);
      if (found === 0) {
        console.error(`Nobody with the e-mail ${email} has signed in yet: there is nothing to revoke.`);
        return 1;
      }
      console.log(`${email} is not an admin any more.`);
      if (club.settings.adminEmails.includes(email.toLowerCase())) {
        console.error('The address is still in ADMIN_EMAILS, which makes it an admin again at the next sign-in.');
      }
      return 0;
    });
  },
};

async function withClub(work: (club: Club) => Promise<number>): Promise<number> {
  const club = await openClub();
  try {
    return await work(club);
  } finally {
    await club.close();
  }
}
