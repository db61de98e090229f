import type { Reader } from '../../db/db.server.ts';
import { listRoles } from './accounts.ts';
import { requireCapability, type Actor } from '../actor.ts';

export type Person = Awaited<ReturnType<typeof listPeople>>[number];

/** Everyone with a role. @throws NotAllowed. */
export async function listPeople(db: Reader, actor: Actor | null) {
  requireCapability(actor, 'manage the club');
  const accounts = await listRoles(db);
  return accounts.flatMap(({ uid, name, email, role, committees, signedInAt }) =>
    role ? [{ uid, name, email, role, committees, signedInAt, isSelf: uid === actor.uid }] : [],
  );
}
