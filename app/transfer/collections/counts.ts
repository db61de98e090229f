import type { EventCountRow, YearMembersRow } from '../../db/tables.ts';
import { isCount } from '../../domain/events/looking-back.ts';
import { BadValue, Fields, present } from '../fields.ts';
import type { Collection } from '../collection.ts';

type EventCountColumns = Pick<EventCountRow, keyof EventCountRow>;

/** How events were attended, by their keys; of removed ones too. What this site has counted itself stays. */
export const eventCounts: Collection<EventCountColumns> = {
  table: 'event_counts',
  keys: ['event_key'],
  topic: null,
  versioned: false,
  path: ({ event_key: key }) => ['count', key],
  read({ key, value, path }) {
    const count = new Fields(value, path);
    return {
      ...{ event_key: key, title: '' as const, start: required(count.instant('start'), count.at('start')) },
      sign_ups: required(readCount(count, 'signUps'), count.at('signUps')),
      ...{ at_door: readCount(count, 'atDoor'), told: readCount(count, 'told') },
      new_people: required(readCount(count, 'newPeople'), count.at('newPeople')),
      counted_at: required(count.instant('countedAt'), count.at('countedAt')),
    };
  },
  merge: (known) => known,
  write: ({ start, sign_ups, at_door, told, new_people, counted_at }) =>
    present({ start, signUps: sign_ups, atDoor: at_door, told, newPeople: new_people, countedAt: counted_at }),
};

type YearMembersColumns = Pick<YearMembersRow, keyof YearMembersRow>;

/** How many members who are erased each of the club's years had, by the calendar year in which it began. */
export const memberCounts: Collection<YearMembersColumns> = {
  table: 'year_members',
  keys: ['year'],
  topic: null,
  versioned: false,
  path: ({ year }) => ['memberCount', String(year)],
  read({ key, value, path }) {
    if (!/^[12]\d{3}$/.test(key)) throw new BadValue(path, 'must be under a year such as 2026');
    const count = new Fields(value, path);
    return { year: Number(key), paid: readCount(count, 'paid') ?? 0, joined: readCount(count, 'joined') ?? 0 };
  },
  // More may have been erased since.
  merge: (known, incoming) => ({
    ...{ year: known.year, paid: Math.max(known.paid, incoming.paid) },
    joined: Math.max(known.joined, incoming.joined),
  }),
  write: ({ paid, joined }) => ({ paid, joined }),
};

function readCount(count: Fields, name: string): number | null {
  const number = count.number(name);
  if (number === null || isCount(number)) return number;
  throw new BadValue(count.at(name), 'must be a whole number');
}

function required(number: number | null, path: string): number {
  if (number === null) throw new BadValue(path, 'is missing');
  return number;
}
