import { sql } from 'kysely';
import type { Reader } from '../../db/db.server.ts';
import type { FileRow } from '../../db/tables.ts';
import type { Actor } from '../actor.ts';
import { events } from '../events/event.ts';
import { seesDraftOf } from '../events/rights.ts';
import { pages } from '../pages/page.ts';
import { can } from '../roles.ts';
import { sponsors } from '../sponsors/sponsor.ts';
import { isTokenOf } from '../tokens.ts';
import { clubDay } from '../../time/club-day.ts';
import { findFile } from '../files/stored-file.ts';

export interface ShownFile {
  row: FileRow;
  /**
   * Only drafts use the file, or nothing does any more. It is shown to people who may see one of the drafts, and to
   * anyone with a draft's token.
   */
  isHidden: boolean;
  drafts: Use[];
}

interface Use {
  publish_at: number | null;
  token: string | null;
  isOfEvent: boolean;
  /** The committee of its event; null if it has none. */
  committee: string | null;
}

/** The records that can be drafts or be published later. */
const PUBLISHED = [events, pages];

/** `guid` is in lower case. A file that nothing uses yet is not hidden: only its sender knows its address. */
export async function findShownFile(db: Reader, guid: string): Promise<ShownFile | undefined> {
  const row = await findFile(db, guid);
  if (!row) return undefined;
  const uses = await db.query.selectFrom('file_uses').select('topic').where('guid', '=', row.guid).execute();
  const records = (await Promise.all(PUBLISHED.map((one) => listUsing(db, one, row.guid)))).flat();
  const drafts = records.filter(({ publish_at: at }) => at !== null);
  if (uses.length === 0) return { row, isHidden: row.unused_since !== null, drafts: [] };
  const isSeen =
    records.length > drafts.length || uses.some(({ topic }) => PUBLISHED.every((one) => one.topic !== topic));
  return { row, isHidden: drafts.length > 0 && !isSeen, drafts };
}

async function listUsing({ query }: Reader, { topic, table }: (typeof PUBLISHED)[number], guid: string) {
  const isOfEvent = topic === events.topic;
  const { rows } = await sql<Omit<Use, 'isOfEvent'>>`
    select records.publish_at, records.preview_token as token, ${isOfEvent ? sql`records.committee` : null} as committee
    from file_uses inner join ${sql.table(table)} as records on records.key = file_uses.record_key
    where file_uses.topic = ${topic} and file_uses.guid = ${guid}`.execute(query);
  return rows.map((row): Use => ({ ...row, isOfEvent }));
}

/** The guids, in lower case, of files that nobody may know of yet: only drafts and sponsors of later days use them. */
export async function listFilesToCome({ query }: Reader, timeZone: string): Promise<Set<string>> {
  const [drafts, uses, later] = await Promise.all([
    Promise.all(
      PUBLISHED.map(async ({ topic, table }) => {
        const unpublished = sql<{ key: string }>`select key from ${sql.table(table)} where publish_at is not null`;
        return (await unpublished.execute(query)).rows.map(({ key }) => `${topic}/${key}`);
      }),
    ),
    query.selectFrom('file_uses').select(['topic', 'record_key', 'guid']).execute(),
    query.selectFrom('sponsors').select('key').where('from_day', '>', clubDay(timeZone)).execute(),
  ]);
  const toCome = new Set([...drafts.flat(), ...later.map(({ key }) => `${sponsors.topic}/${key}`)]);
  const [hidden, shown] = [new Set<string>(), new Set<string>()];
  for (const { topic, record_key: key, guid } of uses)
    (toCome.has(`${topic}/${key}`) ? hidden : shown).add(guid.toLowerCase());
  return hidden.difference(shown);
}

export function isPreviewOf({ drafts }: Pick<ShownFile, 'drafts'>, given: string): boolean {
  return drafts.some(({ token }) => isTokenOf(token, given));
}

/** Whether `actor` may see a hidden file. */
export function seesFile(actor: Actor | null, { drafts }: Pick<ShownFile, 'drafts'>): boolean {
  if (!can(actor?.role, 'see content')) return false;
  const isSeen = ({ isOfEvent, committee }: Use) => !isOfEvent || seesDraftOf(actor, committee || null);
  return drafts.length === 0 || drafts.some(isSeen);
}
