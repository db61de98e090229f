import { createHash } from 'node:crypto';
import { inChunks, type Database, type Reader, type Writer } from '../../db/db.server.ts';
import { holdNote } from '../../db/notes.ts';
import { formatSpan, type ClubClock } from '../../time/club-time.ts';
import { noteActivity } from '../activity.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { Rejected } from '../errors.ts';
import { changeEvents, linkToImport, lockEvents, type EventColumns } from '../event-changes/change.ts';
import { readEventsAt, readImportedEvents } from '../events/with-drafts.ts';
import { EMPTY_EVENT, SIGN_UP_LINK_SCHEMES, type EventRow } from '../events/event.ts';
import { newKey } from '../keys.ts';
import { hasScheme } from '../records/fields.ts';
import { NEVER } from '../records/publish-at.ts';
import { readStored } from '../stored-json.ts';
import type { MailingClub } from '../mail/mail.ts';
import type { ImportPreview } from '../table-files/preview.ts';
import type { NotRead } from '../table-files/read-table.ts';
import { moveUp } from '../sign-ups/commands/move-up.ts';
import { skipReminders } from '../sign-ups/reminders.ts';
import { skipQuestions } from '../sign-ups/still-coming.ts';
import type { EventFile, FoundEvent } from './event-file.ts';

const MOST_PROBLEMS = 200;

/** What an import would do; nothing is written. @throws NotAllowed */
export async function previewEvents(
  db: Reader,
  actor: Actor | null,
  clock: ClubClock,
  file: EventFile,
): Promise<ImportPreview> {
  requireCapability(actor, 'import events');
  const { added, changed, unchanged, refused, withoutLink } = await plan(db, file);
  const problems = [...file.notRead, ...refused].toSorted((one, other) => one.line - other.line);
  const changes = [...added, ...changed].toSorted((one, other) => one.found.line - other.found.line);
  return {
    added: added.length,
    changed: changed.length,
    unchanged,
    notRead: problems.length,
    changes: changes.map(({ id, found, before, names }) => ({
      id,
      line: found.line,
      name: found.title,
      what: [
        before ? names.map((name) => LABELS[name]).join(', ') : `new, ${formatSpan(found.start, found.end, clock)}`,
        ...(found.endsDayAfter ? ['Its end is taken as the day after'] : []),
        ...withoutLink.filter((one) => one.line === found.line).map(({ reason }) => reason),
      ].join('. '),
    })),
    problems: problems.slice(0, MOST_PROBLEMS),
    columns: file.columns,
    asksColumns: file.asksColumns,
    asksOrder: file.asksOrder,
  };
}

/** The same in numbers, for the operator. */
export async function planEvents(db: Reader, file: EventFile) {
  const { added, changed, unchanged, refused, withoutLink } = await plan(db, file);
  return { added: added.length, changed: changed.length, unchanged, refused, withoutLink };
}

interface EventImport {
  /** The ids of the events that somebody left out. */
  leftOut: string[];
  isPublished: boolean;
  /** What the preview said, if there was one. */
  expected?: Pick<ImportPreview, 'added' | 'changed'>;
}

/**
 * Imports everything in one transaction, or nothing. Nothing is announced or mailed, but to people who move up. The
 * operator needs no permission.
 * @throws NotAllowed; Rejected if it would now do something other than the preview said
 */
export async function importEventFile(
  db: Database,
  actor: Actor | 'the operator' | null,
  club: MailingClub,
  file: EventFile,
  { leftOut, isPublished, expected }: EventImport,
): Promise<Pick<ImportPreview, 'added' | 'changed' | 'unchanged'> & Pick<Plan, 'refused' | 'withoutLink'>> {
  if (actor !== 'the operator') requireCapability(actor, 'import events');
  return db.write(async (tx) => {
    // Two at once would both find an event missing, and both add it.
    await holdNote(tx, 'event-import');
    const { changed } = await plan(tx, file);
    await lockEvents(
      tx,
      changed.flatMap(({ before }) => before ?? []),
    );
    // Read anew: an officer may have saved one just now.
    const made = await plan(tx, file);
    if (expected && (made.added.length !== expected.added || made.changed.length !== expected.changed))
      throw new Rejected('The events have changed in the meantime. Nothing was imported: choose the file again.');
    const left = new Set(leftOut);
    const taken = [...made.added, ...made.changed].filter(({ id }) => !left.has(id));
    const pairs = taken.map((one) => ({
      before: one.before ?? null,
      after: rowOf(one, isPublished),
    }));
    const now = Date.now();
    await changeEvents(tx, pairs, { action: 'import' }, now);
    for (const one of made.unlinked) await linkToImport(tx, linkOf(one));
    await skipReminders(tx, ({ savedAt }) => savedAt.includes(now), now);
    await skipQuestions(tx, ({ savedAt }) => savedAt.includes(now), now);
    await fillFreePlaces(tx, club, taken);
    const added = taken.filter(({ before }) => !before).length;
    if (taken.length > 0 && actor !== 'the operator' && actor !== null) {
      const title = taken.length === 1 ? '1 event' : `${taken.length.toLocaleString('en')} events`;
      await noteActivity(tx, actor, 'imported', 'event', '', title);
    }
    const { unchanged, refused, withoutLink } = made;
    return { added, changed: taken.length - added, unchanged, refused, withoutLink };
  });
}

/** As when an officer saves an event: whoever moves up must learn of it, though the import itself mails nobody. */
async function fillFreePlaces(tx: Writer, club: MailingClub, changed: Planned[]): Promise<void> {
  const forms = new Set(changed.flatMap(({ before }) => before?.form_id ?? []));
  for (const form of forms) await moveUp(tx, club, form);
}

/** What a file says of an event, as it is compared and stored. */
type Said = Pick<FoundEvent, 'title' | 'start' | 'end' | 'location' | 'description' | 'url' | 'cancelled'>;

const LABELS: Record<keyof Said, string> = {
  title: 'title',
  start: 'start',
  end: 'end',
  location: 'location',
  description: 'description',
  url: 'link',
  cancelled: 'cancelled or not',
};

const NAMES = ['title', 'start', 'end', 'location', 'description', 'url', 'cancelled'] as const;

interface Planned {
  id: string;
  found: FoundEvent;
  before: EventRow | undefined;
  /** The fields of an existing event about which the file says something other than last time. */
  names: (keyof Said)[];
}

interface Plan {
  added: Planned[];
  changed: Planned[];
  unchanged: number;
  /** Those unchanged events that nobody imported: once linked, they are found again when the file moves them. */
  unlinked: Planned[];
  refused: NotRead[];
  /** These events are read, but without their link. */
  withoutLink: NotRead[];
}

async function plan(db: Reader, file: EventFile): Promise<Plan> {
  const made: Plan = { added: [], changed: [], unchanged: 0, unlinked: [], refused: [], withoutLink: [] };
  const lines = new Map<string, number>();
  const found: { id: string; event: FoundEvent }[] = [];
  for (const one of file.events) {
    const event = { ...one, url: hasScheme(one.url, SIGN_UP_LINK_SCHEMES) ? one.url : '' };
    // An event’s repeats are on the same line, which is listed once.
    if (one.url !== event.url && made.withoutLink.at(-1)?.line !== one.line)
      made.withoutLink.push({ line: one.line, reason: WITHOUT_LINK });
    const id = idOf(event);
    const first = lines.get(id);
    const reason = first === undefined ? faultOf(event) : `This event is already in line ${first}`;
    if (reason !== undefined) made.refused.push({ line: event.line, reason });
    else {
      lines.set(id, event.line);
      found.push({ id, event });
    }
  }
  const known = await findKnown(db, found);
  const givenAt = await findGiving(db, [...known.values()]);
  for (const { id, event } of found) {
    const before = known.get(id);
    const names = before ? namesOfChanged(before, event) : [];
    const planned = { id, found: event, before, names };
    if (!before) made.added.push(planned);
    else if (names.includes('start') && event.start <= (givenAt.get(before.form_id) ?? -Infinity))
      made.refused.push({ line: event.line, reason: TOO_EARLY });
    else if (before && endsBeforeStart(before, event, names))
      made.refused.push({ line: event.line, reason: ENDS_BEFORE_START });
    else if (names.length > 0) made.changed.push(planned);
    else {
      made.unchanged += 1;
      if (before.import_id === null) made.unlinked.push(planned);
    }
  }
  return made;
}

/** The id comes from what the file calls the event, or else from its title and start. */
function idOf({ id, title, start }: FoundEvent): string {
  const said = id === null ? ['at', title, start] : ['id', id];
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22);
}

const WITHOUT_LINK = 'Its link is left out: it is not an address such as https://example.org';

const FIRST = Date.UTC(1900, 0, 1);
const LAST = Date.UTC(3000, 0, 1);
const LONGEST = { title: 200, location: 300, description: 20_000, url: 2000 } as const;

function faultOf(event: FoundEvent): string | undefined {
  const { start, end } = event;
  if (start < FIRST || start >= LAST || (end !== null && end >= LAST))
    return 'Its date is not within the years 1900 to 2999';
  const name = (['title', 'location', 'description', 'url'] as const).find((one) => event[one].length > LONGEST[one]);
  return name && `Its ${LABELS[name]} has more than ${LONGEST[name].toLocaleString('en')} characters`;
}

const AT_ONCE = 200;

async function findKnown(db: Reader, found: { id: string; event: FoundEvent }[]): Promise<Map<string, EventRow>> {
  const known = new Map<string, EventRow>();
  const taken = new Set<string>();
  for (const some of inChunks(found, AT_ONCE)) {
    const rows = await readImportedEvents(
      db,
      some.map(({ id }) => id),
    );
    for (const row of rows) {
      known.set(row.import_id ?? '', row);
      taken.add(row.key);
    }
  }
  const others = found.filter(({ id }) => !known.has(id));
  for (const some of inChunks(others, AT_ONCE)) {
    const rows = await readEventsAt(
      db,
      some.map(({ event }) => event.start),
    );
    for (const { id, event } of some) {
      const row = rows.find(
        (one) => one.time_start === event.start && one.title === event.title && !taken.has(one.key),
      );
      if (!row) continue;
      known.set(id, row);
      taken.add(row.key);
    }
  }
  return known;
}

const TOO_EARLY = 'It would start before its places are drawn or released. Change its form first';

const ENDS_BEFORE_START = 'It would end before it starts. Change its times first';

/** The file says something new about one of its times, and an officer changed the other. */
function endsBeforeStart(before: EventRow, { start, end }: FoundEvent, names: (keyof Said)[]): boolean {
  if (names.includes('start') === names.includes('end')) return false;
  const [begins, ends] = names.includes('start') ? [start, before.time_end] : [before.time_start, end];
  return begins !== null && ends !== null && ends < begins;
}

/** When the places of a form are drawn, or those kept for groups released: its event begins after that. */
async function findGiving({ query }: Reader, rows: EventRow[]): Promise<Map<string | null, number>> {
  const moments = new Map<string | null, number>();
  const ids = new Set(rows.flatMap(({ form_id: id }) => id ?? []));
  for (const some of inChunks([...ids], AT_ONCE)) {
    const forms = query.selectFrom('forms').select(['id', 'draw', 'closes', 'keep_until']).where('id', 'in', some);
    for (const { id, draw, closes, keep_until: keptUntil } of await forms.execute()) {
      const moment = draw === 1 ? closes : keptUntil;
      if (moment !== null) moments.set(id, moment);
    }
  }
  return moments;
}

/** Compares with what was imported last, so that later changes by hand stay. */
function namesOfChanged(before: EventRow, event: FoundEvent): (keyof Said)[] {
  const now = saidBy(before);
  const last = lastSaid(before) ?? now;
  const unsaid = new Set<keyof Said>(event.unsaid);
  return NAMES.filter((name) => !unsaid.has(name) && event[name] !== last[name] && event[name] !== now[name]);
}

function lastSaid({ imported_as: last }: EventRow): Partial<Said> | undefined {
  return last === null ? undefined : readStored<Partial<Said>>(last, {});
}

function saidBy(row: EventRow): Said {
  return {
    title: row.title ?? '',
    start: row.time_start ?? 0,
    end: row.time_end,
    location: row.location ?? '',
    description: row.description ?? '',
    url: row.signup_url ?? '',
    cancelled: row.cancelled === 1,
  };
}

function rowOf({ id, found, before, names }: Planned, isPublished: boolean): EventColumns {
  const columns = {
    title: found.title,
    start: { time_start: found.start },
    end: { time_end: found.end },
    location: found.location,
    description: found.description,
    url: { signup_url: found.url || null },
    cancelled: { cancelled: found.cancelled ? 1 : null, cancel_reason: null },
  };
  const chosen = (before ? names : NAMES).map((name) => {
    const value = columns[name];
    return typeof value === 'string' ? { [name]: value } : value;
  });
  const own = before ?? { ...EMPTY_EVENT, key: newKey(), publish_at: isPublished ? null : NEVER };
  const { importId, importedAs } = linkOf({ id, found, before });
  return Object.assign({ ...own }, ...chosen, { import_id: importId, imported_as: importedAs });
}

/** What the file calls an event, and says of it; of what it has no column for, what a file said before. */
function linkOf({ id, found, before }: Pick<Planned, 'id' | 'found' | 'before'>) {
  const { line: _line, id: _id, unsaid = [], ...said } = found;
  const known = Object.fromEntries(Object.entries(said).filter(([name]) => !unsaid.some((one) => one === name)));
  const importedAs = JSON.stringify({ ...(before && lastSaid(before)), ...known });
  return { key: before?.key ?? '', importId: id, importedAs };
}
