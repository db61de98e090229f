import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../app/db/db.server.ts';

/** Everything that a write may leave behind; the site's own notes and counters are no records. */
const TABLES = [
  'events',
  'execs',
  'food',
  'dsc',
  'files_settings',
  'forms',
  'entries',
  'chosen_options',
  'users',
  'sessions',
  'files',
  'unknown_records',
  'file_uses',
  'activity',
  'trash',
  'file_deletions',
  'form_labels',
  'former_forms',
  'submissions',
  'outbox',
  'used_tokens',
];

/** What each table holds, as a mark that changes with any of its rows. */
export async function rowsOf(db: Database): Promise<Record<string, string>> {
  const marks: Record<string, string> = {};
  for (const table of TABLES) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db.query);
    const lines = rows.map((row) => JSON.stringify(Object.entries(row))).toSorted();
    marks[table] = `${rows.length} rows, ${createHash('sha256').update(lines.join('\n')).digest('base64url')}`;
  }
  return marks;
}

/** The stored files of an app whose storage is a folder. */
export async function filesOf(dataDir: string): Promise<string[]> {
  const found = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/generated/'))
    .toSorted();
}
