import type { DataVersion } from '../db/data-version.ts';
import type { Tables } from '../db/tables.ts';
import { RECORD_TABLES, type RecordTable } from '../domain/all-records.ts';

/** A new table without an answer here does not compile. */
const IN_BACKUP: Record<Exclude<keyof Tables, RecordTable>, boolean> = {
  events: true,
  files_settings: true,
  forms: true,
  entries: true,
  nameless_payments: true,
  chosen_options: true,
  // Only hashes of links.
  sign_up_links: true,
  member_links: true,
  stop_links: true,
  subscription_requests: true,
  digests: true,
  door_links: true,
  users: true,
  invitations: true,
  texts: true,
  notices: true,
  handover_steps: true,
  handover_roles: true,
  handover_items: true,
  date_owners: true,
  date_mails: true,
  drills: true,
  settled_findings: true,
  event_counts: true,
  year_people: true,
  year_members: true,
  page_addresses: true,
  link_addresses: true,
  link_visits: true,
  // Only hashes of cookies: anyone who is signed in stays so, and anyone who has the backup is not.
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
  jobs: true,
  outbox: true,
  mailings: true,
  announcements: true,
  // A form that is sent again after a restore is still known.
  used_tokens: true,
  // Counts for a few days only, like rate limits.
  mailed_recipients: false,
  // Belongs to the processes that are running now.
  erasure_holds: false,
};

/** Tables whose rows do not mean that a database is in use. */
const NO_RECORDS = new Set<keyof Tables>([
  'app_state',
  'file_uses',
  'used_tokens',
  'file_deletions',
  'erasure_holds',
  'jobs',
  'mailings',
  'announcements',
  'date_mails',
  'settled_findings',
  'event_counts',
  'year_people',
  'year_members',
  'page_addresses',
  'link_addresses',
  'link_visits',
  'chosen_options',
  'stop_links',
  'subscription_requests',
  'digests',
]);

function isTable(name: string): name is keyof typeof IN_BACKUP {
  return Object.hasOwn(IN_BACKUP, name);
}

export const BACKED_UP: (keyof Tables)[] = [
  ...RECORD_TABLES,
  ...Object.keys(IN_BACKUP)
    .filter(isTable)
    .filter((table) => IN_BACKUP[table]),
];

export const WITH_RECORDS = BACKED_UP.filter((table) => !NO_RECORDS.has(table));

/** A backup of a newer version may hold tables that this version does not know. */
const LEFT_OUT = new Set<string>([
  'migrations',
  'rate_limits',
  ...Object.keys(IN_BACKUP).filter((table) => isTable(table) && !IN_BACKUP[table]),
]);

/** Names that tables had in earlier versions. */
const FORMER = ['notes', 'kept', 'link_checks'];

/** The ones among the database's `tables` that a backup of data of this age holds. */
export function tablesToBackUp(age: DataVersion['age'], tables: string[]): string[] {
  if (age === 'newer') return tables.filter((table) => !LEFT_OUT.has(table));
  return [...BACKED_UP, ...FORMER].filter((table) => tables.includes(table));
}
