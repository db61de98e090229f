import type { Reader } from '../../db/db.server.ts';
import type { Actor } from '../actor.ts';
import { toRecord } from '../records/define.ts';
import { can } from '../roles.ts';
import { LAST } from '../records/fields.ts';
import { committees, type Committee } from './committee.ts';

export async function listCommittees({ query }: Reader): Promise<Committee[]> {
  const rows = await query
    .selectFrom('committees')
    .selectAll()
    .orderBy((by) => by.fn.coalesce('place', by.val(LAST)))
    .orderBy('key')
    .execute();
  return rows.map((row) => toRecord(committees, row));
}

/** The committees that the dialog of an event offers. */
export interface CommitteeChoice {
  options: { key: string; name: string; mayPublish: boolean }[];
  /** People who act only for these committees have to choose one. */
  isRequired: boolean;
}

export async function committeeChoice(db: Reader, actor: Actor | null): Promise<CommitteeChoice> {
  const all = await listCommittees(db);
  const isOfficer = can(actor?.role, 'change events');
  const own = isOfficer ? all : all.filter(({ key }) => actor?.committees?.includes(key));
  return { options: own.map(({ key, name, mayPublish }) => ({ key, name, mayPublish })), isRequired: !isOfficer };
}
