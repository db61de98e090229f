import type { Account } from '../app/domain/users/accounts.ts';
import { printable } from './words.ts';

/** One line each, in columns: the key that names an account, its name, and its address with what is known of that. */
export function accountLines(accounts: Account[]): string[] {
  const names = accounts.map(({ name }) => printable(name) || '(no name)');
  const [keys, width] = [accounts.map(({ uid }) => printable(uid)), Math.max(...names.map(({ length }) => length))];
  const longest = Math.max(...keys.map(({ length }) => length));
  return accounts.map(
    (account, at) => `${(keys[at] ?? '').padEnd(longest)}  ${(names[at] ?? '').padEnd(width)}  ${addressOf(account)}`,
  );
}

function addressOf({ email, isVerified, since }: Account): string {
  const address = email ? `${printable(email)}${isVerified ? '' : ' (not verified)'}` : '(no e-mail)';
  return `${address}, since ${new Date(since).toISOString().slice(0, 10)}`;
}
