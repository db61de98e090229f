import type { Reader } from '../../db/db.server.ts';
import { formatDay, formatMonth, formatTableDate, type ClubClock } from '../../time/club-time.ts';
import { clubYear, monthsOfYear, nameOfYear, type ClubYears } from '../../time/club-year.ts';
import { eventName } from '../events/titles.ts';
import { listMembersOfYears, type MembersOfYear } from '../members/years.ts';
import { toCsv } from '../csv.ts';
import { plainCents } from '../money.ts';
import { moneyText } from '../sign-ups/payments/sentences.ts';
import { listRemovedMembers } from '../trash.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { listCounts, listKeptOfCancelled, type EventCount } from './counts.ts';

export interface YearOptions {
  clock: ClubClock;
  /** `club.yearStartsIn`. */
  yearStartsIn: number | undefined;
  hasMembers: boolean;
  /** The currency in which amounts are written, such as USD. */
  currency: string;
  /** The calendar year in which the club's year began; the present one if left out or without figures. */
  year?: number | undefined;
  now?: number;
}

interface Sums {
  events: number;
  signUps: number;
  /** Summed over the events for which it is known. */
  came: number;
}

export interface MonthFigures extends Sums {
  /** 'September 2026' */
  name: string;
}

export interface EventFigures {
  key: string;
  title: string;
  /** 'Fri Nov 20' */
  date: string;
  signUps: number;
  came: number | null;
  /** 'CA$12.50'; null if it cost nothing. */
  takenIn: string | null;
}

export interface YearFigures extends Sums {
  /** As people read it; null if no event cost anything. */
  takenIn: string | null;
  year: number;
  name: string;
  /** The years that have figures, newest first. */
  years: { year: number; name: string }[];
  people: number;
  /** Events for which nobody said how many came. */
  unknown: number;
  members: MembersOfYear | null;
  months: MonthFigures[];
  listed: EventFigures[];
  /** When counting began, as people read it; empty while nothing is counted for good. */
  since: string;
}

/** @throws NotAllowed */
export async function viewYear(db: Reader, actor: Actor | null, options: YearOptions): Promise<YearFigures> {
  requireCapability(actor, 'manage the club');
  const { clock, yearStartsIn, hasMembers, currency, now = Date.now() } = options;
  const inWords = (cents: number | null) => (cents === null ? null : moneyText(cents, { clock, currency }));
  const club = { timeZone: clock.timeZone, yearStartsIn };
  const all = await listAll(db, club, now);
  const members = hasMembers ? await listMembersOfYears(db, club, await listRemovedMembers(db)) : undefined;
  const present = clubYear(now, club);
  const held = new Set([present, ...all.map(({ start }) => clubYear(start, club)), ...(members?.keys() ?? [])]);
  const years = [...held].filter((year) => year <= present).toSorted((one, other) => other - one);
  const year = years.find((one) => one === options.year) ?? present;
  const events = all.filter(({ start }) => clubYear(start, club) === year);
  const countedAt = all.flatMap((event) => event.countedAt ?? []);
  const since = countedAt.reduce((first, at) => Math.min(first, at), Infinity);
  return {
    year,
    name: nameOfYear(year, yearStartsIn),
    ...sumsOf(events),
    takenIn: inWords(takenInOf(events)),
    years: years.map((one) => ({ year: one, name: nameOfYear(one, yearStartsIn) })),
    people: events.reduce((sum, { newPeople }) => sum + newPeople, 0),
    unknown: events.filter(({ came }) => came === null).length,
    members: members ? (members.get(year) ?? { paid: 0, joined: 0 }) : null,
    months: monthsOfYear(year, club).map(({ from, until }) => ({
      name: formatMonth(from, clock),
      ...sumsOf(events.filter(({ start }) => start >= from && start < until)),
    })),
    listed: events.map(({ key, start, signUps, came, takenIn, ...event }) => ({
      key,
      title: titleOf(event),
      date: formatDay(start, clock, now),
      signUps,
      came,
      takenIn: inWords(takenIn),
    })),
    since: since === Infinity ? '' : formatDay(since, clock, now),
  };
}

async function listAll(db: Reader, club: ClubYears, now = Date.now()): Promise<EventCount[]> {
  const all = [...(await listCounts(db, club, now)), ...(await listKeptOfCancelled(db, now))];
  return all.toSorted((one, other) => one.start - other.start);
}

function titleOf({ title, isCancelled }: Pick<EventCount, 'title' | 'isCancelled'>): string {
  return isCancelled ? `${eventName(title)} (cancelled)` : eventName(title);
}

function takenInOf(events: EventCount[]): number | null {
  const sums = events.flatMap(({ takenIn }) => takenIn ?? []);
  return sums.length === 0 ? null : sums.reduce((sum, one) => sum + one, 0);
}

function sumsOf(events: EventCount[]): Sums {
  return {
    events: events.filter(({ isCancelled }) => !isCancelled).length,
    signUps: events.reduce((sum, { signUps }) => sum + signUps, 0),
    came: events.reduce((sum, { came }) => sum + (came ?? 0), 0),
  };
}

/** The table of events as CSV. @throws NotAllowed */
export async function yearFile(
  db: Reader,
  actor: Actor | null,
  options: YearOptions,
): Promise<{ name: string; content: string }> {
  const { name, year } = await viewYear(db, actor, options);
  const { clock, yearStartsIn, now } = options;
  const club = { timeZone: clock.timeZone, yearStartsIn };
  const events = (await listAll(db, club, now)).filter(({ start }) => clubYear(start, club) === year);
  const hasMoney = takenInOf(events) !== null;
  const amount = (cents: number | null) => (cents === null ? '' : plainCents(cents, options.currency));
  const rows = events.map(({ start, signUps, came, takenIn, ...event }) => [
    ...[formatTableDate(start, clock), event.isCancelled ? titleOf(event) : event.title, signUps, came],
    ...(hasMoney ? [amount(takenIn)] : []),
  ]);
  return {
    name: `Year ${name.replace('–', '-')}.csv`,
    content: toCsv(['Date', 'Event', 'Sign-ups', 'Came', ...(hasMoney ? ['Taken in'] : [])], rows),
  };
}
