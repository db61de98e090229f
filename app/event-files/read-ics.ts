import { fromAbsolute } from '@internationalized/date';
import ICAL from 'ical.js';
import { Rejected, TooLarge } from '../domain/errors.ts';
import { MOST_IMPORTED, type EventFile, type FoundEvent } from '../domain/event-import/event-file.ts';
import type { NotRead } from '../domain/table-files/read-table.ts';
import { DAY_MS } from '../time/durations.ts';
import { saysCancelled } from './says-cancelled.ts';
import { inOneLine } from './one-line.ts';
import { plainDescription } from './plain-description.ts';
import { DAMAGED, parseLazy, Unreadable } from './unreadable.ts';
import { inUtc, inZone, zoneReader, type ReadWall } from './zones.ts';

interface Surroundings {
  /** The club's zone, for times without a zone and for whole days. */
  timeZone: string;
  now: number;
}

interface Block {
  line: number;
  lines: string[];
  /** True if its END was found. */
  isWhole: boolean;
}

/** A VEVENT that could be read. */
interface Entry {
  line: number;
  component: ICAL.Component;
  uid: string | null;
}

interface ReadEntry extends Entry {
  events: FoundEvent[];
}

/**
 * Reads a calendar's file (RFC 5545). Each entry is read by itself, so a damaged one costs no other.
 * @throws Rejected if it is not a calendar, TooLarge if it has too many events.
 */
export function readIcs(text: string, around: Surroundings): EventFile {
  const lines = linesOf(text);
  const zones = new Map(blocksIn(lines, 'VTIMEZONE').flatMap((block) => zoneIn(block)));
  const notRead: NotRead[] = [];
  const entries: Entry[] = [];
  for (const block of blocksIn(lines, 'VEVENT')) {
    const entry = entryIn(block);
    if ('reason' in entry) notRead.push(entry);
    else entries.push(entry);
  }
  const moved = movedIn(entries);
  const read: ReadEntry[] = [];
  let count = 0;
  for (const entry of entries) {
    try {
      const reader = new EntryReader(entry, zones, around);
      const events = reader.read(moved.get(entry.uid) ?? []);
      read.push({ ...entry, events });
      count += events.length;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      notRead.push({ line: entry.line, reason: error.message });
    }
    if (count > MOST_IMPORTED) throw tooMany();
  }
  const { newest, outdated } = newestOf(read);
  notRead.push(...outdated);
  const events = newest.flatMap((entry) => entry.events);
  notRead.sort((one, other) => one.line - other.line);
  return { events, notRead, columns: null, asksColumns: false, asksOrder: false };
}

function tooMany(): TooLarge {
  return new TooLarge(
    `This file has more than ${MOST_IMPORTED.toLocaleString('en')} events, counting repeats. Please import it in parts.`,
  );
}

function linesOf(text: string): string[] {
  if (text.includes('\uFFFD') || text.includes('\0'))
    throw new Rejected('This file is not UTF-8 text. Please export it again, as a calendar (.ics) in UTF-8.');
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const is = (line: string | undefined, what: string) => line?.trim().toUpperCase() === what;
  const first = lines.find((line) => line.trim() !== '');
  if (!is(first, 'BEGIN:VCALENDAR'))
    throw new Rejected('This file is not a calendar: it does not begin with BEGIN:VCALENDAR. Choose another one.');
  const last = lines.findLast((line) => line.trim() !== '');
  if (!is(last, 'END:VCALENDAR'))
    throw new Rejected('This file ends in the middle: END:VCALENDAR is missing. Please export it again.');
  return lines;
}

/** The lines of each component, from its BEGIN to its END. */
function blocksIn(lines: string[], name: string): Block[] {
  const [begin, end] = [`BEGIN:${name}`, `END:${name}`];
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [at, line] of lines.entries()) {
    const said = line.trimEnd().toUpperCase();
    if (said === begin) {
      open = { line: at + 1, lines: [], isWhole: false };
      blocks.push(open);
    }
    open?.lines.push(line);
    if (said !== end || !open) continue;
    open.isWhole = true;
    open = undefined;
  }
  return blocks;
}

function componentIn({ lines, isWhole }: Block): ICAL.Component | undefined {
  if (!isWhole) return undefined;
  try {
    const calendar = new ICAL.Component(ICAL.parse(`BEGIN:VCALENDAR\r\n${lines.join('\r\n')}\r\nEND:VCALENDAR`));
    const component = calendar.getAllSubcomponents()[0];
    // The parser reads a value only when it is asked for.
    for (const name of [...TIMES, ...OTHERS])
      for (const property of component?.getAllProperties(name) ?? []) property.getValues();
    return component;
  } catch {
    return undefined;
  }
}

const TIMES = ['dtstart', 'dtend', 'duration', 'recurrence-id', 'rrule', 'rdate', 'exdate'];
const OTHERS = ['uid', 'summary', 'location', 'description', 'url', 'status', 'sequence', 'tzid'];

function timesOf(component: ICAL.Component): ICAL.Property[] {
  return TIMES.flatMap((name) => component.getAllProperties(name));
}

function zoneIn(block: Block): [string, ICAL.Timezone][] {
  const component = componentIn(block);
  if (!component) return [];
  const zone = new ICAL.Timezone({ component });
  return [[zone.tzid, zone]];
}

function entryIn(block: Block): Entry | NotRead {
  const { line } = block;
  const component = componentIn(block);
  if (!component) return { line, reason: DAMAGED };
  const day = timesOf(component)
    .flatMap(daysIn)
    .find((one) => !isInCalendar(one));
  if (day !== undefined) return { line, reason: `${day} is not a day of the calendar` };
  const uid = textOf(component, 'uid');
  return { line, component, uid: uid === '' ? null : uid };
}

/** The days as the file writes them, '2027-02-30', because the parser takes 30 February for 2 March. */
function daysIn(property: ICAL.Property): string[] {
  return JSON.stringify(property.toJSON()).match(/(?<=")\d{4}-\d\d-\d\d(?=[T"])/g) ?? [];
}

function isInCalendar(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** Only the newest entry of an event, or of one of its occurrences, counts. */
function newestOf(entries: ReadEntry[]): { newest: ReadEntry[]; outdated: NotRead[] } {
  const newest = new Map<string | number, ReadEntry>();
  for (const entry of entries) {
    const before = newest.get(nameOf(entry));
    if (!before || isAsNew(entry, before)) newest.set(nameOf(entry), entry);
  }
  const outdated = entries.flatMap((entry) => {
    const counting = newest.get(nameOf(entry)) ?? entry;
    const reason = `This event is in the file twice: the entry in line ${counting.line} is used`;
    return counting === entry ? [] : [{ line: entry.line, reason }];
  });
  return { newest: entries.filter((entry) => newest.get(nameOf(entry)) === entry), outdated };
}

/** Names a single occurrence by its moment, however the file writes that. */
function nameOf({ uid, component, line, events }: ReadEntry): string | number {
  if (uid === null) return line;
  const occurrence = component.hasProperty('recurrence-id') ? events[0]?.id : null;
  return JSON.stringify([uid, occurrence]);
}

/** Compares their SEQUENCE, or else LAST-MODIFIED, which is in UTC. */
function isAsNew({ component }: Entry, { component: before }: Entry): boolean {
  const [sequence, sequenceBefore] = [component, before].map((one) =>
    Number(one.getFirstPropertyValue('sequence') ?? 0),
  );
  if (sequence !== sequenceBefore) return Number(sequence) > Number(sequenceBefore);
  const [changed, changedBefore] = [component, before].map((one) =>
    String(one.getFirstProperty('last-modified')?.toJSON()[3] ?? ''),
  );
  return String(changed) >= String(changedBefore);
}

function textOf(component: ICAL.Component, name: string): string {
  const value = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Single occurrences that differ from the rule, by the entry that they belong to. */
function movedIn(entries: Entry[]): Map<string | null, Entry[]> {
  const moved = entries.filter(({ component }) => component.hasProperty('recurrence-id'));
  return Map.groupBy(moved, ({ uid }) => uid);
}

/** The most repeats from today on. */
const MOST_REPEATS = 200;
/** Enough for one on each day of the last year. */
const MOST_PAST_REPEATS = 366;
const MOST_TRIES = 20_000;
const YEAR_MS = 365 * DAY_MS;
const NO_REPEATS = 'How it repeats cannot be read';
const TOO_OFTEN = 'It repeats too often to be imported';

/** In milliseconds, or in whole days; null without an end. */
type Length = { ms: number } | { days: number } | null;

class EntryReader {
  readonly #entry: Entry;
  readonly #zones: Map<string, ICAL.Timezone>;
  readonly #around: Surroundings;

  constructor(entry: Entry, zones: Map<string, ICAL.Timezone>, around: Surroundings) {
    this.#entry = entry;
    this.#zones = zones;
    this.#around = around;
  }

  /** `moved`: its occurrences that have entries of their own. @throws Unreadable */
  read(moved: Entry[]): FoundEvent[] {
    const { component, uid, line } = this.#entry;
    const start = component.getFirstProperty('dtstart');
    const begin = start?.getFirstValue();
    if (!start || !(begin instanceof ICAL.Time)) throw new Unreadable('There is no start');
    const from = this.#momentOf(start, begin);
    const length = this.#lengthFrom(begin, from);
    const title = inOneLine(textOf(component, 'summary'), ' ');
    if (title === '') throw new Unreadable('There is no title');
    const event = {
      line,
      title,
      location: inOneLine(textOf(component, 'location')),
      description: plainDescription(textOf(component, 'description')),
      url: textOf(component, 'url'),
      cancelled: saysCancelled(textOf(component, 'status')),
    };
    const endOf = (time: number, wall: ICAL.Time) => this.#endOf(time, wall, length);
    const id = (time: number) => (uid === null ? null : `${uid}/${time}`);
    const recurrence = component.getFirstProperty('recurrence-id');
    if (recurrence) {
      const instead = this.#momentOf(recurrence, timeIn(recurrence));
      return [{ ...event, id: id(instead), start: from, end: endOf(from, begin) }];
    }
    if (!component.hasProperty('rrule') && !component.hasProperty('rdate'))
      return [{ ...event, id: uid, start: from, end: endOf(from, begin) }];
    const others = new Set(moved.map((one) => new EntryReader(one, this.#zones, this.#around).#instead()));
    return this.#unfold(start, begin, others).map(({ time, wall }) => ({
      ...event,
      id: id(time),
      start: time,
      end: endOf(time, wall),
    }));
  }

  /** The moment of the occurrence that it replaces; undefined if that cannot be read. */
  #instead(): number | undefined {
    const recurrence = this.#entry.component.getFirstProperty('recurrence-id');
    try {
      return recurrence ? this.#momentOf(recurrence, timeIn(recurrence)) : undefined;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return undefined;
    }
  }

  #unfold(
    start: ICAL.Property,
    begin: ICAL.Time,
    others: Set<number | undefined>,
  ): { time: number; wall: ICAL.Time }[] {
    const { component } = this.#entry;
    const { now } = this.#around;
    const left = new Set(this.#timesOf('exdate'));
    const daysLeft = new Set(
      component
        .getAllProperties('exdate')
        .flatMap(timesIn)
        .filter(({ isDate }) => isDate)
        .map(dayOf),
    );
    const walls = [...this.#walls(start, begin), ...component.getAllProperties('rdate').flatMap(timesIn)];
    const found = new Map<number, ICAL.Time>();
    for (const wall of walls) {
      const time = this.#momentOf(start, wall);
      if (time < now - YEAR_MS || time > now + 2 * YEAR_MS || others.has(time)) continue;
      if (left.has(time) || daysLeft.has(dayOf(wall))) continue;
      found.set(time, wall);
    }
    const all = [...found].map(([time, wall]) => ({ time, wall })).toSorted((one, other) => one.time - other.time);
    const today = this.#midnight(now);
    const past = all.filter(({ time }) => time < today);
    return [...past.slice(-MOST_PAST_REPEATS), ...all.filter(({ time }) => time >= today).slice(0, MOST_REPEATS)];
  }

  /** The occurrences that its rules make, up to two years ahead. @throws Unreadable */
  #walls(start: ICAL.Property, begin: ICAL.Time): ICAL.Time[] {
    const walls = [begin];
    const end = this.#around.now + 2 * YEAR_MS;
    const rules = this.#entry.component.getAllProperties('rrule');
    for (const property of rules) {
      const rule = property.getFirstValue();
      if (!(rule instanceof ICAL.Recur) || neverComes(rule)) throw new Unreadable(NO_REPEATS);
      if (rule.until && !begin.isDate) rule.until = this.#lastWall(rule.until, start, begin);
      const next = parseLazy(() => withoutEndlessSearch(rule.iterator(begin)));
      const follow = () => parseLazy(() => next.next());
      for (let tries = 0, wall = follow(); wall; wall = follow(), tries++) {
        if (tries > MOST_TRIES) throw new Unreadable(TOO_OFTEN);
        if (inUtc(wall) > end) break;
        walls.push(wall.clone());
      }
    }
    return walls;
  }

  /** Some programs end a rule of timed events with a day, and mean that this day is the last. */
  #lastWall(until: ICAL.Time, start: ICAL.Property, begin: ICAL.Time): ICAL.Time {
    if (until.isDate) {
      const { year, month, day } = until;
      return ICAL.Time.fromData({ year, month, day, hour: 23, minute: 59, second: 59, isDate: false });
    }
    return isUtc(until) && !isUtc(begin) ? this.#wallAt(inUtc(until), start) : until;
  }

  /** The time that clocks in the start’s zone show at a moment. Rules use local times, so UNTIL is converted to one. */
  #wallAt(time: number, start: ICAL.Property): ICAL.Time {
    return floating(2 * time - this.#momentOf(start, floating(time)));
  }

  #timesOf(name: string): number[] {
    return this.#entry.component
      .getAllProperties(name)
      .flatMap((property) => timesIn(property).map((time) => this.#momentOf(property, time)));
  }

  /** Uses the property’s zone, UTC if the time says so, or else the club’s zone. @throws Unreadable */
  #momentOf(property: ICAL.Property, wall: ICAL.Time): number {
    const { timeZone } = this.#around;
    if (wall.isDate) return inZone(wall, timeZone);
    if (isUtc(wall)) return inUtc(wall);
    const name = property.getFirstParameter('tzid');
    if (!name) return inZone(wall, timeZone);
    const read: ReadWall | undefined = zoneReader(name, this.#zones);
    if (!read) throw new Unreadable(`Its time zone ‘${name}’ is unknown`);
    return read(wall);
  }

  /** @throws Unreadable */
  #lengthFrom(begin: ICAL.Time, from: number): Length {
    const { component } = this.#entry;
    const property = component.getFirstProperty('dtend');
    const end = property?.getFirstValue();
    const duration = component.getFirstPropertyValue('duration');
    if (begin.isDate) {
      const days =
        end instanceof ICAL.Time
          ? Math.round((inUtc(end) - inUtc(begin)) / DAY_MS)
          : duration instanceof ICAL.Duration
            ? Math.round((duration.toSeconds() * 1000) / DAY_MS)
            : 1;
      return { days: Math.max(1, possible(days * DAY_MS) / DAY_MS) };
    }
    if (duration instanceof ICAL.Duration) return { ms: possible(duration.toSeconds() * 1000) };
    if (!property || !(end instanceof ICAL.Time)) return null;
    return { ms: possible(this.#momentOf(property, end) - from) };
  }

  #endOf(time: number, wall: ICAL.Time, length: Length): number | null {
    if (length === null) return null;
    if ('ms' in length) return length.ms === 0 ? null : time + length.ms;
    const last = wall.clone();
    last.day += length.days;
    return inZone(last, this.#around.timeZone) - 60_000;
  }

  #midnight(time: number): number {
    const { year, month, day } = fromAbsolute(time, this.#around.timeZone);
    return inZone(ICAL.Time.fromData({ year, month, day, isDate: true }), this.#around.timeZone);
  }
}

/** In days, weeks or whatever it counts: the parser counts them one by one. */
const LONGEST_INTERVAL = 10_000;
const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The parser would look for its next time without end. */
function neverComes({ freq, interval, parts }: ICAL.Recur): boolean {
  const months = (parts.BYMONTH ?? DAYS_OF_MONTHS.map((_days, at) => at + 1)).map(Number);
  const longest = Math.max(...months.map((month) => DAYS_OF_MONTHS[month - 1] ?? 0));
  const hasDay = parts.BYMONTHDAY?.some((day) => Number(day) !== 0 && Math.abs(Number(day)) <= longest) ?? true;
  const isNumbered = freq !== 'MONTHLY' && freq !== 'YEARLY' && parts.BYDAY?.some((day) => /\d/.test(String(day)));
  return interval > LONGEST_INTERVAL || !hasDay || isNumbered === true;
}

/** Such as for a Monday among every seventh day from a Saturday on. Ends in an error. */
function withoutEndlessSearch(times: ICAL.RecurIterator): ICAL.RecurIterator {
  const isOne = times.check_contracting_rules.bind(times);
  let tries = 0;
  times.check_contracting_rules = () => {
    if (++tries > MOST_TRIES) throw new Unreadable(NO_REPEATS);
    if (!isOne()) return false;
    tries = 0;
    return true;
  };
  return times;
}

function isUtc({ zone }: ICAL.Time): boolean {
  return zone === ICAL.Timezone.utcTimezone;
}

/** The time in UTC at that moment, as a time without a zone. */
function floating(time: number): ICAL.Time {
  const { year, month, day, hour, minute, second } = ICAL.Time.fromJSDate(new Date(time), true);
  return ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false });
}

/** The parser would count through a longer event day by day. */
const LONGEST_MS = 1000 * YEAR_MS;

function possible(ms: number): number {
  if (ms < 0) throw new Unreadable('It ends before it begins');
  if (ms > LONGEST_MS) throw new Unreadable('It lasts too long');
  return ms;
}

/** A period counts as its start. */
function timesIn(property: ICAL.Property): ICAL.Time[] {
  const times = property.getValues().map((value) => (value instanceof ICAL.Period ? value.start : value));
  return times.filter((value) => value instanceof ICAL.Time);
}

function dayOf({ year, month, day }: ICAL.Time): string {
  return [year, month, day].join('-');
}

function timeIn(property: ICAL.Property): ICAL.Time {
  const [time] = timesIn(property);
  if (!time) throw new Unreadable('A time in it cannot be read');
  return time;
}
