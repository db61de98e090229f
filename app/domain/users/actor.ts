import { NotAllowed } from '../errors.ts';

/** Signed in; null stands for an anonymous visitor. */
export interface Actor {
  uid: string;
  name: string;
  /** Verified by the identity provider; empty where it has verified none. */
  email: string;
  admin: boolean;
}

/** The one role of product.md 6. */
export function isAdmin(actor: Actor | null): actor is Actor {
  return actor?.admin === true;
}

/** @throws NotAllowed unless `actor` is an admin. */
export function requireAdmin(actor: Actor | null): asserts actor is Actor {
  if (!actor) throw new NotAllowed('Please sign in first.', false);
  if (!actor.admin) throw new NotAllowed('Only the club’s admins may do this.', true);
}
