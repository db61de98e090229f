import { NotAllowed } from './errors.ts';
import { can, canSomewhere, type Capability, type EventCapability, type Role } from './roles.ts';

/** A signed-in person; null stands for an anonymous visitor. */
export interface Actor {
  uid: string;
  name: string;
  /** Verified by the identity provider; empty if it verified none. */
  email: string;
  /** null for an ordinary member. */
  role: Role | null;
  /** The keys of their committees; empty or left out unless their role is Committee. */
  committees?: readonly string[];
}

/** @throws NotAllowed unless `actor`'s role has this capability. */
export function requireCapability(actor: Actor | null, capability: Capability): asserts actor is Actor {
  if (!actor) throw new NotAllowed('Please sign in first.', false);
  if (!can(actor.role, capability)) throw new NotAllowed(refusalOf(actor.role), true);
}

export function refusalOf(role: Role | null): string {
  return role === null ? 'Only the club’s admins can do this. Ask one of them.' : NOT_IN_ROLE;
}

const NOT_IN_ROLE = 'Your role does not include this. An admin of the club can change that.';

/** @throws NotAllowed if `actor` may do this to no event at all; events/rights.ts decides about single events. */
export function requireSomewhere(actor: Actor | null, capability: EventCapability): asserts actor is Actor {
  if (!actor) throw new NotAllowed('Please sign in first.', false);
  if (!canSomewhere(actor.role, capability)) throw new NotAllowed(refusalOf(actor.role), true);
}

export const NOT_OF_COMMITTEE =
  'This event is not your committee’s. Ask its own committee, or an officer with another role.';
