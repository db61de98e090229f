import { NotAllowed } from './errors.ts';
import { can, canSomewhere, type Capability, type EventCapability, type Role } from './roles.ts';

/** Signed in; null stands for an anonymous visitor. */
export interface Actor {
  uid: string;
  name: string;
  /** Verified by the identity provider; empty where it has verified none. */
  email: string;
  /** null: a member like any other. */
  role: Role | null;
  /** The keys of their committees; empty, or left out, for every role but that one. */
  committees?: readonly string[];
}

/** @throws NotAllowed unless the role of `actor` has it. */
export function requireCapability(actor: Actor | null, capability: Capability): asserts actor is Actor {
  if (!actor) throw new NotAllowed('Please sign in first.', false);
  if (!can(actor.role, capability)) throw new NotAllowed(refusalOf(actor.role), true);
}

export function refusalOf(role: Role | null): string {
  return role === null ? 'Only the club’s admins can do this. Ask one of them.' : NOT_IN_ROLE;
}

const NOT_IN_ROLE = 'Your role does not include this. An admin of the club can change that.';

/** @throws NotAllowed where there is no event that `actor` may do this to; which ones, events/rights.ts says. */
export function requireSomewhere(actor: Actor | null, capability: EventCapability): asserts actor is Actor {
  if (!actor) throw new NotAllowed('Please sign in first.', false);
  if (!canSomewhere(actor.role, capability)) throw new NotAllowed(refusalOf(actor.role), true);
}

export const NOT_OF_COMMITTEE =
  'This event is not your committee’s. Ask its own committee, or an officer with another role.';
