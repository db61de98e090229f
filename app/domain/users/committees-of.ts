import type { UserRow } from '../../db/tables.ts';
import { roleOf, type Role } from '../roles.ts';
import { parseStored } from '../stored-json.ts';
import { z } from '../zod.ts';

const listSchema = z.array(z.string()).catch([]);

/** An empty key is that of no committee, and so of every event that has none. */
export function keysIn(stored: string | null): string[] {
  return listSchema.parse(parseStored(stored ?? '[]')).filter((key) => key !== '');
}

/** Those of a row whose role is that of a committee; none for every other role. */
export function committeesOf({ committees, ...row }: Pick<UserRow, 'admin' | 'role' | 'committees'>): string[] {
  return roleOf(row) === 'committee' ? keysIn(committees) : [];
}

/** Who is in no committee any more sees what a Viewer sees. */
export function rightsOf(row: Pick<UserRow, 'admin' | 'role' | 'committees'>): {
  role: Role | null;
  committees: string[];
} {
  const [role, committees] = [roleOf(row), committeesOf(row)];
  return { role: role === 'committee' && committees.length === 0 ? 'viewer' : role, committees };
}
