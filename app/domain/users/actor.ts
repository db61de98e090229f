import { NotAllowed } from '../errors.ts';
import { can, type Capability, type Role } from './roles.ts';

/** Signed in; null stands for an anonymous visitor. */
export interface Actor {
  uid: string;
  name: string;
  /** Verified by the identity provider; empty where it has verified none. */
  email: string;
  /** null: a member like any other. */
  role: Role | null;
}

/** @throws NotAllowed unless the role of `actor` has it. */
export function requireCapability(actor: Actor | null, capability: Capability): asserts actor is Actor {
  if (!actor) throw new NotAllowed('Please sign in first.', false);
  if (!can(actor.role, capability)) throw new NotAllowed(refusalOf(actor.role, capability), true);
}

export function refusalOf(role: Role | null, capability: Capability): string {
  const isForAdmins = role === null || capability === 'manage the club';
  if (isForAdmins) return 'Only the club’s admins may do this.';
  return 'Your role does not include this. An admin of the club can change that.';
}
