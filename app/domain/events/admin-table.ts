import { setImmediate } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import type { Reader } from '../../db/db.server.ts';
import type { Tables } from '../../db/tables.ts';
import type { ImageView } from '../files/image-view.ts';
import { viewImages } from '../files/view-images.ts';
import { events, type EventRow } from './event.ts';
import { posterUrl } from './shown-event.ts';
import { searchWords } from '../search-words.ts';
import { eventMatcher, SEARCHED, type SearchedRow } from './search-events.ts';
import { NEVER, visibilityText } from '../records/publish-at.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { can, canOn, canSomewhere } from '../roles.ts';
import { eventsVisibleTo, mayOn, mayOnForm } from './rights.ts';
import { formatMonth, formatTableDate, formatWeek, formatWeekdayTime, type ClubClock } from '../../time/club-time.ts';

export interface EventTableRow {
  key: string;
  title: string;
  image: ImageView | null;
  /** The address of the drawn poster, without its title, which nobody could read at that size. */
  poster: string;
  /**
   * The heading above its row: 'This week', 'Next week', 'Week of Mon Dec 7', 'No date yet'; 'November 2026' for a past
   * event.
   */
  group: string;
  /** 'YYYY-MM-dd' in the club's zone; empty for an event without a date. */
  date: string;
  /** 'Fri, 07:30 PM' or what visitors read instead. */
  time: string;
  place: string;
  isCancelled: boolean;
  isTentative: boolean;
  /** 'Draft', or when it is published; empty for a public event. */
  visibility: string;
  /** Who proposed it; empty if it is not proposed. */
  proposedBy: string;
  /** Whether the officer who looks may change it. */
  mayChange: boolean;
  /** null without a form, and for anyone who may not read them. */
  responses: number | null;
  /** Whether there are payments that the actor may see. */
  hasPayments: boolean;
  /** null without a limit, and for anyone who may not read the responses. */
  places: { taken: number; all: number } | null;
}

interface TableQuery {
  /** Each word must be in the title, place or presenter, or name the day, month or year. */
  search: string;
  limit: number;
  /** Epoch milliseconds. */
  midnight: number;
}

/** @throws NotAllowed */
export async function viewEventTable(db: Reader, actor: Actor | null, clock: ClubClock, wanted: TableQuery) {
  requireCapability(actor, 'see content');
  const words = searchWords(wanted.search);
  const { upcoming, past } =
    words.length > 0
      ? await searchParts(db, actor, tableMatcher(words, clock.timeZone), wanted)
      : await readParts(db, actor, wanted);
  const shown = {
    clock,
    midnight: wanted.midnight,
    actor,
    names: await findNames(db, [...upcoming.rows, ...past.rows]),
    counted: await findCounted(db, actor, [...upcoming.rows, ...past.rows]),
    pricedBefore: await findPricedBefore(db, actor, [...upcoming.rows, ...past.rows]),
    images: await viewImages(db, [...upcoming.rows, ...past.rows], ({ image }) => events.fields.image.read(image)),
  };
  const toPart = ({ rows, total }: Part) => ({ events: rows.map((row) => tableRow(row, shown)), total });
  return { upcoming: toPart(upcoming), past: toPart(past) };
}

interface Part {
  rows: ShownRow[];
  total: number;
}

type Parts = Record<'upcoming' | 'past', Part>;

async function readParts(db: Reader, actor: Actor, { limit, midnight }: TableQuery): Promise<Parts> {
  const rows = selectShown(db, actor);
  const upcoming = await rows
    .where('time_start', '>=', midnight)
    .orderBy('time_start')
    .orderBy('key')
    .limit(limit)
    .execute();
  const undated = await rows
    .where('time_start', 'is', null)
    .orderBy('key', 'desc')
    .limit(limit - upcoming.length)
    .execute();
  const past = await rows
    .where('time_start', '<', midnight)
    .orderBy('time_start', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
  const count = await eventsVisibleTo(db, actor)
    .select(({ fn }) => [fn.countAll().as('all'), fn.countAll().filterWhere('time_start', '<', midnight).as('past')])
    .executeTakeFirstOrThrow();
  return {
    upcoming: { rows: [...upcoming, ...undated], total: Number(count.all) - Number(count.past) },
    past: { rows: past, total: Number(count.past) },
  };
}

type SearchedDraft = SearchedRow & Pick<EventRow, 'publish_at'>;

/**
 * The table's own word 'Draft' can be searched for, but only from its first letter: 'raft' does not mean all drafts.
 */
function tableMatcher(words: string[], timeZone: string): (row: SearchedDraft) => boolean {
  const matches = eventMatcher(words, timeZone);
  const sayDraft = words.filter((word) => 'drafts'.startsWith(word)).join(' ');
  return (row) => matches({ ...row, description: row.publish_at === NEVER ? sayDraft : '' });
}

/** The two databases fold letters differently, so the words are searched for here. */
async function searchParts(
  db: Reader,
  actor: Actor,
  matches: (row: SearchedDraft) => boolean,
  { limit, midnight }: TableQuery,
): Promise<Parts> {
  const found: SearchedRow[] = [];
  for await (const rows of pageSearched(db, actor)) found.push(...rows.filter(matches));
  const isPast = ({ time_start: start }: SearchedRow) => start !== null && start < midnight;
  const newestFirst = found.toSorted((one, other) => startOf(other) - startOf(one) || compare(other.key, one.key));
  const past = newestFirst.filter(isPast);
  const dated = newestFirst.filter((row) => row.time_start !== null && !isPast(row)).toReversed();
  const upcoming = [...dated, ...newestFirst.filter((row) => row.time_start === null)];
  const first = (rows: SearchedRow[]) => readShown(db, actor, rows.slice(0, limit));
  return {
    upcoming: { rows: await first(upcoming), total: upcoming.length },
    past: { rows: await first(past), total: past.length },
  };
}

/** After this many events, other requests have their turn: there may be 100,000. */
const CHUNK = 1000;

async function* pageSearched(db: Reader, actor: Actor): AsyncGenerator<SearchedDraft[]> {
  let after = '';
  for (;;) {
    const rows = await eventsVisibleTo(db, actor)
      .select([...SEARCHED, 'publish_at'])
      .where('key', '>', after)
      .orderBy('key')
      .limit(CHUNK)
      .execute();
    yield rows;
    const last = rows.at(-1);
    if (rows.length < CHUNK || !last) return;
    after = last.key;
    await setImmediate();
  }
}

function startOf({ time_start: start }: SearchedRow): number {
  return start ?? 0;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

async function readShown(db: Reader, actor: Actor, wanted: SearchedRow[]): Promise<ShownRow[]> {
  if (wanted.length === 0) return [];
  const keys = wanted.map(({ key }) => key);
  const rows = await selectShown(db, actor).where('key', 'in', keys).execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/** Tells of which forms `actor` may count the responses. */
async function findCounted(db: Reader, actor: Actor, rows: ShownRow[]): Promise<(form: string) => boolean> {
  if (can(actor.role, 'handle responses')) return () => true;
  const counted = new Set<string>();
  for (const id of new Set(rows.filter((row) => isTheirs(actor, row)).flatMap((row) => row.form_id ?? [])))
    if (await mayOnForm(db, actor, id)) counted.add(id);
  return (form) => counted.has(form);
}

/** The events whose form was taken off after somebody owed for it or had paid, and whose payments `actor` may see. */
async function findPricedBefore(db: Reader, actor: Actor, rows: ShownRow[]): Promise<Set<string>> {
  const keys = rows.flatMap(({ key, priced }) => (priced === null ? [key] : []));
  if (keys.length === 0 || !canSomewhere(actor.role, 'handle payments')) return new Set();
  const { query } = db;
  const former = await query.selectFrom('former_forms').selectAll().where('event_key', 'in', keys).execute();
  if (former.length === 0) return new Set();
  const forms = former.map(({ form_id: id }) => id);
  const owed = query.selectFrom('entries').select('form_id').distinct().where('owes', 'is not', null);
  const paid = query.selectFrom('nameless_payments').select('form_id').distinct();
  const priced = [
    ...(await owed.where('form_id', 'in', forms).execute()),
    ...(await paid.where('form_id', 'in', forms).execute()),
  ].map(({ form_id: id }) => id);
  const found = former.filter(({ form_id: id }) => priced.includes(id));
  const seen = new Set<string>();
  for (const key of new Set(found.map(({ event_key: event }) => event)))
    if (await mayOn(db, actor, 'handle payments', [key])) seen.add(key);
  return seen;
}

async function findNames({ query }: Reader, rows: ShownRow[]): Promise<Map<string, string>> {
  const uids = [...new Set(rows.flatMap(({ proposed_by: uid }) => uid ?? []))];
  if (uids.length === 0) return new Map();
  const users = await query.selectFrom('users').select(['uid', 'name', 'email']).where('uid', 'in', uids).execute();
  return new Map(users.map(({ uid, name, email }) => [uid, name || email || uid]));
}

function isTheirs(actor: Actor, { committee }: ShownRow): boolean {
  return canOn(actor, 'change events', [committee]);
}

function selectShown(db: Reader, actor: Actor) {
  return eventsVisibleTo(db, actor).select(SHOWN_COLUMNS).select([countResponses, findPlaces, countGoing, findPrice]);
}

const SHOWN_COLUMNS = [
  'key',
  'title',
  'location',
  'cancelled',
  'tentative',
  'hidden_date',
  'custom_date',
  'form_id',
  'committee',
  'proposed_by',
  'proposed_at',
  'time_start',
  'publish_at',
  'image',
  'version',
] as const;

type ShownRow = Pick<EventRow, (typeof SHOWN_COLUMNS)[number]> & {
  responses: string | number | bigint | null;
  places: number | null;
  priced: string | number | null;
  going: string | number | bigint | null;
};

interface ShownFor {
  clock: ClubClock;
  midnight: number;
  actor: Actor;
  counted: (form: string) => boolean;
  /** Keys of events. */
  pricedBefore: ReadonlySet<string>;
  names: Map<string, string>;
  images: Map<ShownRow, ImageView>;
}

function tableRow(row: ShownRow, shown: ShownFor): EventTableRow {
  const { clock, midnight, actor, counted, pricedBefore, names, images } = shown;
  const { key, title, location, cancelled, tentative, time_start: start } = row;
  const mayCount = row.form_id !== null && counted(row.form_id);
  const time = start === null ? '' : formatWeekdayTime(start, clock);
  return {
    key,
    title: title ?? '',
    image: images.get(row) ?? null,
    poster: `${posterUrl(row)}&wordless`,
    group: groupOf(start, clock, midnight),
    date: start === null ? '' : formatTableDate(start, clock),
    time: row.hidden_date === 1 ? (row.custom_date ?? '') : time,
    place: location ?? '',
    isCancelled: cancelled === 1,
    isTentative: tentative === 1 && cancelled !== 1,
    visibility: visibilityText(row.publish_at, clock),
    proposedBy: row.proposed_at === null ? '' : (names.get(row.proposed_by ?? '') ?? 'somebody who has left'),
    mayChange: isTheirs(actor, row),
    responses: !mayCount ? null : Number(row.responses),
    hasPayments: pricedBefore.has(key) || (row.priced !== null && (mayCount || can(actor.role, 'handle payments'))),
    places: row.places === null || !mayCount ? null : { taken: Number(row.going), all: row.places },
  };
}

function groupOf(start: number | null, clock: ClubClock, midnight: number): string {
  if (start === null) return 'No date yet';
  return start < midnight ? formatMonth(start, clock) : formatWeek(start, clock, midnight);
}

function countResponses(is: ExpressionBuilder<Tables, 'events'>) {
  return is
    .selectFrom('entries')
    .whereRef('entries.form_id', '=', 'events.form_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .as('responses');
}

function findPlaces(is: ExpressionBuilder<Tables, 'events'>) {
  return is
    .selectFrom('forms')
    .whereRef('forms.id', '=', 'events.form_id')
    .where('forms.asks_person', '=', 1)
    .select('forms.places')
    .as('places');
}

/** null if it costs nothing, and nobody owes for it. */
function findPrice(is: ExpressionBuilder<Tables, 'events'>) {
  const price = is
    .selectFrom('forms')
    .whereRef('forms.id', '=', 'events.form_id')
    .where('forms.asks_person', '=', 1)
    .select('forms.price');
  const owed = is
    .selectFrom('entries')
    .whereRef('entries.form_id', '=', 'events.form_id')
    .select(({ fn }) => fn.max('entries.owes').as('owed'));
  return is.fn.coalesce(price, owed).as('priced');
}

function countGoing(is: ExpressionBuilder<Tables, 'events'>) {
  return is
    .selectFrom('entries')
    .whereRef('entries.form_id', '=', 'events.form_id')
    .where('entries.state', '=', 'going')
    .select(({ fn }) => fn.countAll().as('count'))
    .as('going');
}
