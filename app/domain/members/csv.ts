import { clubDay } from '../../time/club-day.ts';
import type { ClubClock } from '../../time/club-time.ts';
import type { Reader } from '../../db/db.server.ts';
import { toCsv } from '../csv.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { CSV_COLUMNS } from './download-columns.ts';

/** All members, in the format that an import reads. @throws NotAllowed */
export async function membersFile(
  db: Reader,
  actor: Actor | null,
  clock: ClubClock,
): Promise<{ name: string; content: string }> {
  requireCapability(actor, 'handle members');
  const columns = ['name', 'email', 'student_id', 'since', 'paid_until', 'note'] as const;
  const rows = await db.query.selectFrom('members').select(columns).orderBy('search').orderBy('key').execute();
  const content = toCsv(
    CSV_COLUMNS,
    rows.map((row) => columns.map((column) => row[column])),
  );
  return { name: `Members ${clubDay(clock.timeZone)}.csv`, content };
}
