import type { EventCountRow, YearMembersRow } from '../../db/tables.ts';
import { isCount } from '../../domain/events/retrospective.ts';
import { ANY_CURRENCY, fromCents, toCents } from '../../domain/money.ts';
import { BadValue, Fields, orLeftOut, present, readExtra, writeExtra } from '../fields.ts';
import type { Collection } from '../collection.ts';

type EventCountColumns = Pick<EventCountRow, keyof EventCountRow>;

/** The attendance of events, by their keys, including removed ones. What this site has counted itself stays. */
export const eventCounts: Collection<EventCountColumns> = {
  table: 'event_counts',
  keys: ['event_key'],
  topic: null,
  versioned: false,
  path: ({ event_key: key }) => ['count', key],
  async read({ key, value, path, now, currency, refuse }) {
    const count = new Fields(value, path);
    const takenIn = orLeftOut(refuse, () => count.number('takenIn'));
    const cents = takenIn === null ? undefined : toCents(takenIn, await currency());
    const start = count.instant('start');
    if (start === null) throw new BadValue(count.at('start'), 'is missing');
    const take = (name: string) => orLeftOut(refuse, () => readCount(count, name));
    return {
      event_key: key,
      title: '' as const,
      start,
      sign_ups: take('signUps') ?? 0,
      at_door: take('atDoor'),
      told: take('told'),
      new_people: take('newPeople') ?? 0,
      taken_in: cents ?? null,
      counted_at: orLeftOut(refuse, () => count.instant('countedAt')) ?? now,
      extra: writeExtra(count.rest()),
    };
  },
  merge: (known, { extra }) => ({ ...known, extra: extra ?? known.extra }),
  write: (
    { start, sign_ups, at_door, told, new_people, taken_in, counted_at, extra },
    { currency = ANY_CURRENCY } = {},
  ) => ({
    ...present({ start, signUps: sign_ups, atDoor: at_door, told, newPeople: new_people, countedAt: counted_at }),
    ...present({ takenIn: taken_in === null ? null : fromCents(taken_in, currency) }),
    ...readExtra(extra),
  }),
};

type YearMembersColumns = Pick<YearMembersRow, keyof YearMembersRow>;

/** The number of erased members for each of the club's years, by the calendar year in which it began. */
export const memberCounts: Collection<YearMembersColumns> = {
  table: 'year_members',
  keys: ['year'],
  topic: null,
  versioned: false,
  path: ({ year }) => ['memberCount', String(year)],
  read({ key, value, path, refuse }) {
    if (!/^[12]\d{3}$/.test(key)) throw new BadValue(path, 'must be under a year such as 2026');
    const count = new Fields(value, path);
    const take = (name: string) => orLeftOut(refuse, () => readCount(count, name)) ?? 0;
    const counts = { paid: take('paid'), joined: take('joined') };
    return { year: Number(key), ...counts, extra: writeExtra(count.rest()) };
  },
  // More members may have been erased since.
  merge: (known, incoming) => ({
    year: known.year,
    paid: Math.max(known.paid, incoming.paid),
    joined: Math.max(known.joined, incoming.joined),
    extra: incoming.extra ?? known.extra,
  }),
  write: ({ paid, joined, extra }) => ({ paid, joined, ...readExtra(extra) }),
};

function readCount(count: Fields, name: string): number | null {
  const number = count.number(name);
  if (number === null || isCount(number)) return number;
  throw new BadValue(count.at(name), 'must be a whole number');
}
