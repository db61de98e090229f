import type { Tables } from '../db/tables.ts';
import { RECORD_TABLES, type RecordTable } from '../domain/records/all.ts';

/** Every other table, and whether a backup holds it: a new one is not forgotten, since this would not compile. */
const IN_BACKUP: Record<Exclude<keyof Tables, RecordTable>, boolean> = {
  events: true,
  files_settings: true,
  forms: true,
  entries: true,
  // They hold only hashes of links.
  sign_up_links: true,
  users: true,
  // They hold only hashes of cookies: whoever is signed in stays so, and whoever has the backup is not.
  sessions: true,
  files: true,
  file_uses: true,
  unknown_records: true,
  app_state: true,
  activity: true,
  trash: true,
  file_deletions: true,
  form_labels: true,
  former_forms: true,
  submissions: true,
  outbox: true,
  // Idempotency keys: a form that is sent again after a restore is still known.
  used_tokens: true,
  // It counts for a few days only, like rate limits.
  mailed_recipients: false,
  // It belongs to the processes that are running now, as do rate limits, which are counted outside these tables.
  erasure_holds: false,
};

/** What does not make a club's database one that is used. */
const NO_RECORDS = new Set<keyof Tables>(['app_state', 'file_uses', 'used_tokens', 'file_deletions', 'erasure_holds']);

function isTable(name: string): name is keyof typeof IN_BACKUP {
  return Object.hasOwn(IN_BACKUP, name);
}

export const BACKED_UP: (keyof Tables)[] = [
  ...RECORD_TABLES,
  ...Object.keys(IN_BACKUP)
    .filter(isTable)
    .filter((table) => IN_BACKUP[table]),
];

/** The tables that are empty where nothing would be lost by a restore. */
export const WITH_RECORDS = BACKED_UP.filter((table) => !NO_RECORDS.has(table));
