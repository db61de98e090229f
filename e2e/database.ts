import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { RunningClub } from './club.ts';

/** The site's own database, beside the site that has it open. */
export function openDatabase({ dataDir }: RunningClub, options: { readOnly?: boolean } = {}): DatabaseSync {
  return new DatabaseSync(join(dataDir, 'club.sqlite'), { timeout: 10_000, ...options });
}

export function queryRows(club: RunningClub, statement: string, ...values: string[]): Record<string, unknown>[] {
  const db = openDatabase(club, { readOnly: true });
  const found = db.prepare(statement).all(...values);
  db.close();
  return found.map((row) => ({ ...row }));
}
