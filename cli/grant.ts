import { isSameAddress } from '../app/domain/email-address.ts';
import { findAccount, findAccounts, findRoles, listRoles, type Account } from '../app/domain/users/accounts.ts';
import { isRole, ROLE_NAMES, ROLES, type Role } from '../app/domain/roles.ts';
import { setRole } from '../app/domain/users/set-role.ts';
import { accountLines } from './admins.ts';
import { readArguments, UsageError, type Command } from './command.ts';
import { choose } from './choose.ts';
import { openClub, type Club } from './open-club.ts';
import { printable } from './output.ts';

export const grantCommand: Command = {
  usage: `grant EMAIL | --account KEY [--role ${ROLES.join('|')}] [--committee KEY]`,
  does: 'lets a person into the admin area; without --role as an admin',
  run: (args) => {
    const { committees, rest: others } = readCommittees(args);
    const { role, rest } = readRole(others);
    if (role === 'committee' && committees.length === 0)
      throw new UsageError('The role committee needs --committee KEY, once for each.');
    if (role !== 'committee' && committees.length > 0)
      throw new UsageError('--committee is for --role committee alone.');
    return withClub(readWho(rest), async (club, who) => {
      const account = 'key' in who ? await requireAccount(club, who.key) : await accountFor(club, who.email);
      if (!account) return 1;
      await setRole(club.db, [account], role, committees);
      const name = 'key' in who ? called(account) : who.email;
      console.log(role === 'admin' ? `${name} is an admin now.` : `${name} has the role ${ROLE_NAMES[role]} now.`);
      await warnWithoutAdmin(club);
      return 0;
    });
  },
};

export const revokeCommand: Command = {
  usage: 'revoke EMAIL | --account KEY',
  does: 'takes their role away again',
  run: (args) =>
    withClub(readWho(args), async (club, who) => {
      const accounts = 'key' in who ? [await requireAccount(club, who.key)] : await holders(club, who.email);
      const name = 'key' in who ? accounts.map(called).join() : who.email;
      if (accounts.length === 0) {
        console.error(`Nobody with the email ${name} has signed in yet: there is nothing to revoke.`);
        return 1;
      }
      await setRole(club.db, accounts, null);
      const isNoAdmin = accounts.every(({ role }) => role !== null && role !== 'admin');
      console.log(isNoAdmin ? `${name} no longer has a role.` : `${name} is no longer an admin.`);
      if (accounts.length > 1) for (const line of accountLines(accounts)) console.log(line);
      const addresses = ['email' in who ? who.email : '', ...accounts.map(({ email }) => email)];
      if (club.settings.adminEmails.some((one) => addresses.some((address) => isSameAddress(one, address)))) {
        console.error('The address is still in ADMIN_EMAILS, which makes it an admin again at the next sign-in.');
      }
      if (accounts.some(({ role }) => role === 'admin')) await warnWithoutAdmin(club);
      return 0;
    }),
};

/** The operator can give the role again: it is done, and said. */
async function warnWithoutAdmin({ db }: Club): Promise<void> {
  const isLeft = (await listRoles(db)).some(({ role }) => role === 'admin');
  if (!isLeft) console.error('Nobody is an admin now. To appoint one: npm run club -- grant EMAIL');
}

function readRole(args: string[]): { role: Role; rest: string[] } {
  const at = args.indexOf('--role');
  const joined = args.find((one) => one.startsWith('--role='));
  if (at === -1 && joined === undefined) return { role: 'admin', rest: args };
  const role = joined === undefined ? args[at + 1] : joined.slice('--role='.length);
  if (!isRole(role)) throw new UsageError(`A role is one of ${ROLES.join(', ')}.`);
  const rest = joined === undefined ? args.toSpliced(at, 2) : args.filter((one) => one !== joined);
  return { role, rest };
}

/** Each may be given more than once. */
function readCommittees(args: string[]): { committees: string[]; rest: string[] } {
  const committees: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const one = args[at] ?? '';
    if (one === '--committee') committees.push(args[++at] ?? '');
    else if (one.startsWith('--committee=')) committees.push(one.slice('--committee='.length));
    else rest.push(one);
  }
  if (committees.includes('')) throw new UsageError('KEY is missing.');
  return { committees, rest };
}

type Who = { email: string } | { key: string };

function readWho(args: string[]): Who {
  const [option, key, ...more] = args;
  if (option !== '--account') return { email: readArguments(args, 'EMAIL', {}).value };
  // Taken as it stands: a key may begin with a dash.
  if (!key) throw new UsageError('KEY is missing.');
  if (more.length > 0) throw new UsageError(`'${more[0]}' is one argument too many.`);
  return { key };
}

async function requireAccount({ db }: Club, key: string): Promise<Account> {
  const account = await findAccount(db, key);
  if (!account) throw new Error(`There is no account with the key ${printable(key)}.`);
  return account;
}

/** The account that is meant by an address; undefined where it is not clear, which is said. */
async function accountFor({ db }: Club, email: string): Promise<Account | undefined> {
  const { verified, claiming } = await findAccounts(db, email);
  const [only, ...others] = verified;
  if (only && others.length === 0) return only;
  if (only) {
    console.error(`${verified.length} accounts have the verified email ${email}:`);
  } else {
    console.error(
      `Nobody with the verified email ${email} has signed in yet: let them sign in once and grant again, or put the address in ADMIN_EMAILS.`,
    );
    if (claiming.length === 0) return undefined;
    console.error('Accounts with this email, which their identity provider has not verified:');
  }
  return askFor(only ? verified : claiming);
}

async function askFor(accounts: Account[]): Promise<Account | undefined> {
  const lines = accountLines(accounts);
  const [input, output] = [process.stdin, process.stderr];
  if (input.isTTY && output.isTTY) {
    const at = await choose(lines, 'Who becomes an admin?', { input, output });
    if (at !== undefined) return accounts[at];
    console.error('Nobody became an admin.');
    return undefined;
  }
  for (const line of lines) console.error(line);
  console.error('Nobody became an admin. If you know who it is: npm run club -- grant --account KEY');
  return undefined;
}

/** The person who holds the flag by this address; where nobody does, anyone who has the address. */
async function holders({ db }: Club, email: string): Promise<Account[]> {
  const admins = await findRoles(db, email);
  return admins.length > 0 ? admins : (await findAccounts(db, email)).verified;
}

function called({ uid, name, email }: Account): string {
  return printable(name || email || uid);
}

async function withClub(who: Who, work: (club: Club, who: Who) => Promise<number>): Promise<number> {
  const club = await openClub();
  try {
    return await work(club, who);
  } finally {
    await club.close();
  }
}
