import type { Reader } from '../../db/db.server.ts';
import { listRoles } from './accounts.ts';
import { requireCapability, type Actor } from '../actor.ts';
import type { Role } from '../roles.ts';

export interface Person {
  uid: string;
  name: string;
  email: string;
  role: Role;
  /** Epoch milliseconds; null: not since it is noted. */
  signedInAt: number | null;
  isSelf: boolean;
}

/** Those with a role. @throws NotAllowed. */
export async function listPeople(db: Reader, actor: Actor | null): Promise<Person[]> {
  requireCapability(actor, 'manage the club');
  const accounts = await listRoles(db);
  return accounts.flatMap(({ uid, name, email, role, signedInAt }) =>
    role ? [{ uid, name, email, role, signedInAt, isSelf: uid === actor.uid }] : [],
  );
}
