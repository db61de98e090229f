import type { UserRow } from '../../db/tables.ts';
import { roleOf, type Role } from '../roles.ts';
import { parseStored } from '../stored-json.ts';
import { z } from '../zod.ts';

const listSchema = z.array(z.string()).catch([]);

/** Leaves out empty keys: one would stand for no committee, and so for every event without one. */
export function keysIn(stored: string | null): string[] {
  return listSchema.parse(parseStored(stored ?? '[]')).filter((key) => key !== '');
}

export function committeesOf({ committees, ...row }: Pick<UserRow, 'admin' | 'role' | 'committees'>): string[] {
  return roleOf(row) === 'committee' ? keysIn(committees) : [];
}

/** Somebody whose committees are all gone sees what a Viewer sees. */
export function rightsOf(row: Pick<UserRow, 'admin' | 'role' | 'committees'>): {
  role: Role | null;
  committees: string[];
} {
  const [role, committees] = [roleOf(row), committeesOf(row)];
  return { role: role === 'committee' && committees.length === 0 ? 'viewer' : role, committees };
}
