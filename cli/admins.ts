import { isSameAddress } from '../app/domain/email-address.ts';
import { listAdmins } from '../app/domain/users/accounts.ts';
import { accountLines } from './account-lines.ts';
import { UsageError, type Command } from './command.ts';
import { openClub } from './open-club.ts';

export const adminsCommand: Command = {
  usage: 'admins',
  does: 'lists who may enter the admin area',
  async run([more]) {
    if (more !== undefined) throw new UsageError(`'${more}' is one argument too many.`);
    const club = await openClub();
    try {
      const admins = await listAdmins(club.db);
      if (admins.length === 0) console.log('Nobody is an admin.');
      for (const line of accountLines(admins)) console.log(line);
      for (const listed of club.settings.adminEmails) {
        const isThere = admins.some(({ isVerified, email }) => isVerified && isSameAddress(email, listed));
        if (!isThere) console.log(`${listed} is in ADMIN_EMAILS: an admin from its next sign-in on.`);
      }
      return 0;
    } finally {
      await club.close();
    }
  },
};
