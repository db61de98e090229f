import type { UserRow } from '../db/tables.ts';

/**
 * What somebody may do in the admin area: every loader, action and address asks for one of these (product.md 6). To events of
 * their own committee, its people may do more: OF_OWN_EVENTS.
 */
const CAPABILITIES = {
  'see content': ['admin', 'editor', 'events', 'viewer', 'treasurer', 'committee'],
  'change content': ['admin', 'editor'],
  'change events': ['admin', 'editor', 'events'],
  'import events': ['admin', 'editor', 'events'],
  'upload files': ['admin', 'editor', 'events', 'committee'],
  'handle responses': ['admin', 'events'],
  'handle payments': ['admin', 'events', 'treasurer'],
  'handle submissions': ['admin'],
  'handle members': ['admin', 'treasurer'],
  'write the digest': ['admin', 'editor', 'events'],
  'settle findings': ['admin', 'editor', 'events'],
  'manage the club': ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof CAPABILITIES;

export const ROLES = ['admin', 'editor', 'events', 'viewer', 'treasurer', 'committee'] as const;

/** What a committee's people may do to its own events, and to no others. */
const OF_OWN_EVENTS = ['change events', 'handle responses', 'handle payments'] as const satisfies readonly Capability[];

export type EventCapability = (typeof OF_OWN_EVENTS)[number];

export function isEventCapability(capability: Capability): capability is EventCapability {
  return OF_OWN_EVENTS.some((one) => one === capability);
}

export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Record<Role, string> = {
  admin: 'Admin',
  editor: 'Editor',
  events: 'Events',
  viewer: 'Viewer',
  treasurer: 'Treasurer',
  committee: 'Committee',
};

export function isRole(name: unknown): name is Role {
  return ROLES.some((role) => role === name);
}

/** A record with the admin flag but no role is an Admin; an unknown role gives no rights. */
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

/** Whether the role may do this to any event at all; events/rights.ts decides about single events. */
export function canSomewhere(role: Role | null | undefined, capability: Capability): boolean {
  return can(role, capability) || (role === 'committee' && isEventCapability(capability));
}

/**
 * Whether somebody’s role allows it for all events, or their committees for these; `committees` are those of the
 * events.
 */
export function canOn(
  who: { role: Role | null; committees?: readonly string[] } | null | undefined,
  capability: EventCapability,
  committees: readonly (string | null)[],
): boolean {
  if (can(who?.role, capability)) return true;
  const own = who?.role === 'committee' ? (who.committees ?? []) : [];
  return committees.length > 0 && committees.every((one) => one !== null && own.includes(one));
}
