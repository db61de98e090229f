import { isSameAddress } from '../app/domain/email-address.ts';
import { listRoles, type Account } from '../app/domain/users/accounts.ts';
import { ROLE_NAMES } from '../app/domain/roles.ts';
import { UsageError, type Command } from './command.ts';
import { openClub } from './open-club.ts';
import { printable } from './output.ts';

export const adminsCommand: Command = {
  usage: 'admins',
  does: 'lists who may enter the admin area',
  async run([more]) {
    if (more !== undefined) throw new UsageError(`'${more}' is one argument too many.`);
    const club = await openClub();
    try {
      const admins = await listRoles(club.db);
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

/** One line each, in columns: the key that names an account, its name, and its address with what is known of that. */
export function accountLines(accounts: Account[]): string[] {
  const names = accounts.map(({ name }) => printable(name) || '(no name)');
  const [keys, width] = [accounts.map(({ uid }) => printable(uid)), Math.max(...names.map(({ length }) => length))];
  const longest = Math.max(...keys.map(({ length }) => length));
  return accounts.map(
    (account, at) => `${(keys[at] ?? '').padEnd(longest)}  ${(names[at] ?? '').padEnd(width)}  ${addressOf(account)}`,
  );
}

function addressOf({ email, isVerified, role, since }: Account): string {
  const address = email ? `${printable(email)}${isVerified ? '' : ' (not verified)'}` : '(no email)';
  const named = role !== null && role !== 'admin' ? `, ${ROLE_NAMES[role]}` : '';
  return `${address}, since ${new Date(since).toISOString().slice(0, 10)}${named}`;
}
