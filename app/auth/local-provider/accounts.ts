export const ACCOUNTS = [
  { subject: 'local-admin', email: 'admin@localhost', name: 'Local admin', isAdmin: true },
  { subject: 'local-member', email: 'member@localhost', name: 'Local member', isAdmin: false },
] as const;

export type LocalAccount = (typeof ACCOUNTS)[number];

/** What every subject of the local provider begins with, and no other provider's user record may. */
export const LOCAL_PREFIX = 'local-';

/** The account with this e-mail address, whatever its case. */
export function findLocalAccount(email: string): LocalAccount | undefined {
  return ACCOUNTS.find((account) => account.email === email.trim().toLowerCase());
}
