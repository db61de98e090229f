import { inChunks, type Reader } from '../../db/db.server.ts';
import type { ClubEvent } from '../events/event.ts';
import { isOver } from '../events/times.ts';
import type { Dependency } from '../dependency.ts';
import { areAllGroupsFull, placesPolicy, readSignUpSettings, SETTINGS } from './places.ts';
import { stateOf, type PlaceCounts, type RulesClub } from './rules.ts';
import { signUpLine, type SignUpLine } from './sign-up-line.ts';

interface SignUpLines {
  /** By the event's key; only events whose form asks for a person have one. */
  lines: Record<string, SignUpLine>;
  /** How long a page that shows these lines may be kept. */
  policy: { topics: Dependency[]; until: number };
}

/** Events that are over or cancelled have no line. */
export async function viewSignUpLines(
  db: Reader,
  events: ClubEvent[],
  club: RulesClub,
  now = Date.now(),
): Promise<SignUpLines> {
  const { clock } = club;
  const { timeZone } = clock;
  const coming = events.filter(({ cancelled }) => !cancelled).filter((event) => !isOver(event, timeZone, now));
  const ids = [...new Set(coming.flatMap(({ formId }) => formId ?? []))];
  const settings = await readSettings(db, ids);
  const counts = await countAll(db, [...settings.keys()]);
  const policies: SignUpLines['policy'][] = [];
  const lines: [string, SignUpLine][] = [];
  for (const event of coming) {
    const formSettings = event.formId === null ? undefined : settings.get(event.formId);
    if (event.formId === null || !formSettings) continue;
    const form = { ...formSettings, formId: event.formId, event, eventKeys: [event.key] };
    const placeCounts = counts.get(event.formId) ?? NOBODY;
    policies.push(placesPolicy(event.key, form, timeZone, now));
    const groups = { isEveryGroupFull: await areAllGroupsFull(db, form, now) };
    const state = stateOf(form, { ...placeCounts, ...groups }, club, now);
    lines.push([event.key, signUpLine({ ...placeCounts, places: form.places, state }, form.opens, clock, now)]);
  }
  return {
    lines: Object.fromEntries(lines),
    policy: {
      topics: ['form', ...policies.flatMap(({ topics }) => topics)],
      until: Math.min(Infinity, ...policies.map(({ until }) => until)),
    },
  };
}

const NOBODY: PlaceCounts = { taken: 0, waiting: 0 };
/** As many ids as every database takes in one statement. */
const FORMS_AT_ONCE = 500;

async function readSettings({ query }: Reader, ids: string[]) {
  const rows = await inParts(ids, (part) =>
    query
      .selectFrom('forms')
      .select(['id', ...SETTINGS])
      .where('id', 'in', part)
      .execute(),
  );
  return new Map(
    rows.flatMap((row) => {
      const settings = readSignUpSettings(row);
      return settings ? [[row.id, settings] as const] : [];
    }),
  );
}

async function countAll({ query }: Reader, ids: string[]): Promise<Map<string, PlaceCounts>> {
  const rows = await inParts(ids, (part) =>
    query
      .selectFrom('entries')
      .select((is) => ['form_id', 'state', is.fn.countAll<number>().as('count')])
      .where('form_id', 'in', part)
      .where('state', 'in', ['going', 'waiting'])
      .groupBy(['form_id', 'state'])
      .execute(),
  );
  const counts = new Map<string, PlaceCounts>();
  for (const { form_id: id, state, count } of rows) {
    const places = counts.get(id) ?? { ...NOBODY };
    places[state === 'going' ? 'taken' : 'waiting'] = Number(count);
    counts.set(id, places);
  }
  return counts;
}

async function inParts<Row>(ids: string[], read: (part: string[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of inChunks(ids, FORMS_AT_ONCE)) rows.push(...(await read(part)));
  return rows;
}
