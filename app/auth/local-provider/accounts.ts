export const ACCOUNTS = [
  { subject: 'local-admin', email: 'admin@localhost', name: 'Local admin', isAdmin: true },
  { subject: 'local-member', email: 'member@localhost', name: 'Local member', isAdmin: false },
] as const;

export type LocalAccount = (typeof ACCOUNTS)[number];

/** No other provider's user record may begin with this. */
export const LOCAL_PREFIX = 'local-';

export function findLocalAccount(email: string): LocalAccount | undefined {
  return ACCOUNTS.find((account) => account.email === email.trim().toLowerCase());
}
