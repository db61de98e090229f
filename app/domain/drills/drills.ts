import type { Database, Reader } from '../../db/db.server.ts';
import { listNotedBackups } from '../../db/last-backup.ts';
import { noteActivity } from '../activity.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { Rejected } from '../errors.ts';
import { nameOfAccount } from '../users/accounts.ts';
import { readDrillCode } from './drill-code.ts';

interface Drill {
  /** Epoch milliseconds. */
  at: number;
  minutes: number;
  /** Empty if their account is gone. */
  by: string;
}

const NO_CODE = 'A code has eight letters and digits, such as 7KQM-X2BD';
const UNKNOWN =
  'This code is not from a backup that was taken here in the last 60 days. Compare it letter by letter, or practise with the latest backup';
const COUNTED = 'This code has already been used. Practise again to get a new one';

/** Notes who practised, when, and how long it took. @throws NotAllowed; Rejected for a code that does not count. */
export async function noteDrill(db: Database, actor: Actor | null, typed: string, now = Date.now()): Promise<void> {
  requireCapability(actor, 'manage the club');
  const found = readDrillCode(typed);
  if (!found) throw refused(NO_CODE);
  const { code, minutes, isOf } = found;
  await db.write(async (tx) => {
    const backup = (await listNotedBackups(tx, now)).find(({ digest }) => isOf(digest));
    if (!backup) throw refused(UNKNOWN);
    const noted = await tx.query
      .insertInto('drills')
      .values({ code, backup_at: backup.takenAt, minutes, done_at: now, done_by: actor.uid })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('code')
      .executeTakeFirst();
    if (!noted) throw refused(COUNTED);
    await noteActivity(tx, actor, 'practised', 'handover', '', 'restoring a backup');
    tx.changed('handover', '');
  });
}

function refused(message: string): Rejected {
  return new Rejected(`Nothing was recorded: ${message}.`, { code: message });
}

export async function readLastDrill({ query }: Reader): Promise<Drill | undefined> {
  const row = await query
    .selectFrom('drills')
    .leftJoin('users', 'users.uid', 'drills.done_by')
    .select(['done_at', 'minutes', 'users.uid', 'users.name', 'users.email'])
    .orderBy('done_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { done_at: at, minutes, uid, name, email } = row;
  return { at, minutes, by: uid === null ? '' : nameOfAccount({ uid, name, email }) };
}
