import { createHash } from 'node:crypto';
import type { Database, Reader } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { NotFound } from '../errors.ts';
import { eventName } from '../events/titles.ts';
import { listEventsToLookBackOn, listUnplacedEvents, listUnsettledEvents } from '../events/read-events.ts';
import { execName, listExecs } from '../execs.ts';
import { listMovedPages } from '../pages/moved-pages.ts';
import { listEndingSponsors } from '../sponsors/list.ts';
import { clubDay } from '../../time/club-day.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { can } from '../roles.ts';

export interface Finding {
  kind: 'portrait' | 'place' | 'look back' | 'sponsor' | 'moved page' | 'undated' | 'tentative' | 'sample';
  id: string;
  /** A finding stays dismissed as long as this is the same. */
  state: string;
  title: string;
  key: string;
  /** The last day of a sponsor, 'YYYY-MM-DD'. */
  day?: string;
  /** The address that a page has now. */
  slug?: string;
  /** Texts and links of the sample, as the admin area calls them. */
  texts?: string[];
}

interface WhereToLook {
  midnight: number;
  /** Events before then need a place. */
  weekEnd: number;
  timeZone: string;
  now?: number;
  /** Texts and links of the sample that visitors still see. */
  sample?: string[];
}

export interface Findings {
  open: Finding[];
  /** Findings that somebody said are fine as they are. */
  settled: Finding[];
}

/** Lists only what `actor` may put right. @throws NotAllowed */
export async function listFindings(db: Reader, actor: Actor | null, where: WhereToLook): Promise<Findings> {
  requireCapability(actor, 'see content');
  if (!can(actor.role, 'settle findings')) return { open: [], settled: [] };
  const [portraits, places, past, ending, moved, unsettled, rows] = await Promise.all([
    can(actor.role, 'change content') ? findMissingPortraits(db) : [],
    can(actor.role, 'change events') ? findMissingPlaces(db, where) : [],
    can(actor.role, 'change events') ? findNotLookedBackOn(db, where) : [],
    can(actor.role, 'change content') ? findEndingSponsors(db, where) : [],
    can(actor.role, 'change content') ? findMovedPages(db) : [],
    can(actor.role, 'change events') ? findUnsettledEvents(db, actor, where) : [],
    db.query.selectFrom('settled_findings').select(['finding', 'state']).execute(),
  ]);
  const states = new Map(rows.map(({ finding, state }) => [finding, state]));
  const sample = can(actor.role, 'change content') ? findSample(where) : [];
  const all = [...moved, ...places, ...past, ...portraits, ...ending, ...unsettled, ...sample];
  const isSettled = ({ id, state }: Finding) => states.get(id) === state;
  return { open: all.filter((one) => !isSettled(one)), settled: all.filter(isSettled) };
}

async function findMissingPortraits(db: Reader): Promise<Finding[]> {
  const current = await listExecs(db, true);
  return current
    .filter(({ image }) => !image?.url)
    .map(({ key, name, version }) => ({ ...newFinding('portrait', key, version), title: execName(name) }));
}

async function findMissingPlaces(db: Reader, { midnight, weekEnd }: WhereToLook): Promise<Finding[]> {
  const events = await listUnplacedEvents(db, midnight, weekEnd);
  return events.map(({ key, title, version }) => ({ ...newFinding('place', key, version), title: eventName(title) }));
}

/** Once somebody dismisses it, nobody is asked about that evening again, whatever else of it changes. */
async function findNotLookedBackOn(db: Reader, { timeZone, now }: WhereToLook): Promise<Finding[]> {
  const events = await listEventsToLookBackOn(db, timeZone, now);
  return events.map(({ key, title, start }) => ({ ...newFinding('look back', key, start), title: eventName(title) }));
}

async function findEndingSponsors(db: Reader, { timeZone, now }: WhereToLook): Promise<Finding[]> {
  const ending = await listEndingSponsors(db, clubDay(timeZone, now));
  return ending.map(({ key, name, version, until }) => ({
    ...newFinding('sponsor', key, version),
    title: name || 'A sponsor without a name',
    day: until,
  }));
}

async function findMovedPages(db: Reader): Promise<Finding[]> {
  const moved = await listMovedPages(db);
  return moved.map(({ key, title, slug }) => ({
    ...newFinding('moved page', key, slug),
    title: title || 'A page without a title',
    slug,
  }));
}

const MOST_UNSETTLED = 100;

/** Once somebody dismisses a tentative date, nobody is asked about that date again. */
async function findUnsettledEvents(db: Reader, actor: Actor, { midnight }: WhereToLook): Promise<Finding[]> {
  const { undated, tentative } = await listUnsettledEvents(db, actor, midnight, MOST_UNSETTLED);
  return [
    ...undated.map(({ key, title }) => ({ ...newFinding('undated', key, 0), title: eventName(title) })),
    ...tentative.map(({ key, title, start }) => ({
      ...newFinding('tentative', key, start ?? 0),
      title: eventName(title),
    })),
  ];
}

function findSample({ sample: texts = [] }: WhereToLook): Finding[] {
  if (texts.length === 0) return [];
  const title = texts.length === 1 ? '1 text of the sample' : `${texts.length} texts and links of the sample`;
  return [{ ...newFinding('sample', '', hashOf(texts)), title, texts }];
}

/** The key is hashed because it may be longer than an index takes. */
function newFinding(kind: Finding['kind'], key: string, state: number | string): Omit<Finding, 'title'> {
  return { kind, id: hashOf([kind, key]), state: `${state}`, key };
}

function hashOf(names: string[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('base64url');
}

const SAYS: Record<Finding['kind'], string> = {
  portrait: 'no picture',
  place: 'no place',
  'look back': 'how it went',
  sponsor: 'ends soon',
  'moved page': 'another address',
  undated: 'no date',
  tentative: 'still tentative',
  sample: 'can still be seen',
};

interface Settling {
  id: string;
  state: string;
  isFine: boolean;
}

/** @throws NotAllowed, NotFound if it has changed since, or `actor` may not put it right. */
export async function settleFinding(
  db: Database,
  actor: Actor | null,
  where: WhereToLook,
  { id, state, isFine }: Settling,
): Promise<void> {
  requireCapability(actor, 'settle findings');
  const { open, settled } = await listFindings(db, actor, where);
  const finding = [...open, ...settled].find((one) => one.id === id && one.state === state);
  if (!finding) throw new NotFound('This line has since changed. Please look at it again.');
  await db.write(async (tx) => {
    const { query } = tx;
    const changed = isFine
      ? await query
          .insertInto('settled_findings')
          .values({ finding: id, state })
          .onConflict((conflict) =>
            conflict.column('finding').doUpdateSet({ state }).where('settled_findings.state', '!=', state),
          )
          .returning('finding')
          .executeTakeFirst()
      : await query.deleteFrom('settled_findings').where('finding', '=', id).returning('finding').executeTakeFirst();
    if (!changed) return;
    const title = `${finding.title}: ${SAYS[finding.kind]}`;
    await noteActivity(tx, actor, isFine ? 'hid' : 'brought back', 'finding', finding.key, title);
  });
}
