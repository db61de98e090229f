import type { UserRow } from '../db/tables.ts';

/** What somebody may do in the admin area: every loader, action and address asks for one of these (product.md 6). */
const CAPABILITIES = {
  'see content': ['admin', 'editor', 'events', 'viewer', 'treasurer'],
  'change content': ['admin', 'editor'],
  'change events': ['admin', 'editor', 'events'],
  'upload files': ['admin', 'editor', 'events'],
  'handle responses': ['admin', 'events'],
  'handle payments': ['admin', 'events', 'treasurer'],
  'handle submissions': ['admin'],
  'handle members': ['admin', 'treasurer'],
  'settle findings': ['admin', 'editor', 'events'],
  'manage the club': ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof CAPABILITIES;

export const ROLES = ['admin', 'editor', 'events', 'viewer', 'treasurer'] as const;

export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Record<Role, string> = {
  admin: 'Admin',
  editor: 'Editor',
  events: 'Events',
  viewer: 'Viewer',
  treasurer: 'Treasurer',
};

export function isRole(name: unknown): name is Role {
  return ROLES.some((role) => role === name);
}

/** The admin flag of a record without a role is the role Admin; a role that nobody knows gives nothing. */
export function roleOf({ admin, role }: Pick<UserRow, 'admin' | 'role'>): Role | null {
  if (role !== null) return isRole(role) ? role : null;
  return admin === 1 ? 'admin' : null;
}

export function columnsOf(role: Role | null): Pick<UserRow, 'admin' | 'role'> {
  return role === null || role === 'admin' ? { admin: role ? 1 : 0, role: null } : { admin: 0, role };
}

export function can(role: Role | null | undefined, capability: Capability): boolean {
  const roles: readonly Role[] = CAPABILITIES[capability];
  return Boolean(role) && roles.some((one) => one === role);
}
