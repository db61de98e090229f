import { NotAllowed } from '../errors.ts';

/** Whoever asks for something, signed in; null stands for an anonymous visitor. */
export interface Actor {
  uid: string;
  name: string;
  /** Verified by the identity provider; empty where it has verified none. */
  email: string;
  admin: boolean;
}

/** True for whom product.md 6 calls an admin: the one role that may see and change the admin area's content. */
export function isAdmin(actor: Actor | null): actor is Actor {
  return actor?.admin === true;
}

/** @throws NotAllowed unless `actor` is an admin. */
export function requireAdmin(actor: Actor | null): asserts actor is Actor {
  if (!actor) throw new NotAllowed('Please sign in first.', false);
  if (!actor.admin) throw new NotAllowed('Only the club’s admins may do this.', true);
}
