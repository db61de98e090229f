import { CalendarDateTime, parseDate, toZoned } from '@internationalized/date';
import { Rejected } from '../domain/errors.ts';
import { MOST_IMPORTED, type EventFile, type FoundEvent, type Unsaid } from '../domain/event-import/event-file.ts';
import { HOUR_MS } from '../time/durations.ts';
import { cellAt, findPlaces, foundColumns, requireDifferent, type Places } from '../domain/table-files/columns.ts';
import { isSlashed, orderIn, type DateOrder } from '../domain/table-files/days.ts';
import { dayPart, readMoment, readTime, type CellMoment } from '../domain/table-files/moments.ts';
import { readTable, type NotRead, type TableRow } from '../domain/table-files/read-table.ts';
import { saysCancelled } from './says-cancelled.ts';
import { inOneLine } from './one-line.ts';
import { plainDescription } from './plain-description.ts';
import { EVENT_COLUMNS, type EventColumn } from './csv-headings.ts';

export interface EventCsvAnswers {
  order?: DateOrder | undefined;
  columns?: Places<EventColumn> | undefined;
}

/** From any spreadsheet. @throws Rejected if it is not a spreadsheet, TooLarge if it has too many lines. */
export function readEventsCsv(text: string, timeZone: string, { order, columns }: EventCsvAnswers): EventFile {
  const placesIn = (headings: string[]) => columns ?? findPlaces(headings, EVENT_COLUMNS);
  const startOf = ({ start, 'start date': day }: Places<EventColumn>) => start ?? day;
  const table = readTable(text, {
    most: MOST_IMPORTED,
    telling: {
      isTelling: (cell) => /\d/.test(cell) && readMoment(cell) !== undefined,
      placeIn: (headings) => startOf(placesIn(headings)),
    },
  });
  requireDifferent(table.headings, EVENT_COLUMNS);
  const places = placesIn(table.headings);
  const found = foundColumns(table, places, EVENT_COLUMNS);
  const nothing = { events: [], notRead: [], columns: found, asksOrder: false };
  if (places.title === undefined || startOf(places) === undefined) return { ...nothing, asksColumns: true };
  const names = ['start', 'start date', 'end', 'end date'] as const;
  const days = table.rows.flatMap(({ cells }) => names.map((name) => dayPart(cellAt(cells, places[name]))));
  if (table.rows.length > 0 && table.notRead.length === 0 && days.every((day) => day === ''))
    throw new Rejected('This file has no dates. Its column ‘start’ needs dates such as 2026-11-20 19:30.');
  const known = orderIn(days);
  const asksOrder = known === undefined && days.some(isSlashed);
  const unsaid = unsaidBy(places);
  const [events, notRead]: [FoundEvent[], NotRead[]] = [[], [...table.notRead]];
  for (const row of table.rows) {
    const read = readRow(row, places, known ?? order, timeZone);
    if ('reason' in read) notRead.push(read);
    else events.push({ ...read, unsaid });
  }
  notRead.sort((one, other) => one.line - other.line);
  return { events, notRead, columns: found, asksColumns: false, asksOrder };
}

/** What no column of the file is about. */
function unsaidBy(places: Places<EventColumn>): Unsaid[] {
  const columns: Record<Unsaid, EventColumn[]> = {
    end: ['end', 'end date', 'end time'],
    location: ['location'],
    description: ['description'],
    url: ['url'],
    cancelled: ['status'],
  };
  const isUnsaid = (name: Unsaid) => columns[name].every((column) => places[column] === undefined);
  return (['end', 'location', 'description', 'url', 'cancelled'] as const).filter(isUnsaid);
}

function readRow(
  { line, cells }: TableRow,
  places: Places<EventColumn>,
  order: DateOrder | undefined,
  timeZone: string,
): FoundEvent | NotRead {
  const cell = (column: EventColumn) => cellAt(cells, places[column]);
  if (cell('title') === '') return { line, reason: 'There is no title' };
  const [startDay, startTime] = dayAndTime(cell('start'), cell('start date'), cell('start time'));
  const begin = momentIn(startDay, startTime, order);
  if (typeof begin === 'string') return { line, reason: `‘start’ ${begin}` };
  if (!begin) return { line, reason: 'There is no start' };
  const end = endIn(cell, begin, order);
  if (typeof end === 'string') return { line, reason: `‘end’ ${end}` };
  const from = timeOf(begin, timeZone);
  const sameDay = end && timeOf(end, timeZone);
  const dayAfter = end?.isAlone && sameDay !== undefined && sameDay < from ? timeOf(nextDay(end), timeZone) : undefined;
  const endsDayAfter = dayAfter !== undefined && dayAfter - from <= LONGEST_NIGHT_MS;
  const to = endsDayAfter ? dayAfter : sameDay;
  if (to !== undefined && to < from) return { line, reason: 'It ends before it begins' };
  return {
    line,
    id: null,
    title: inOneLine(cell('title'), ' '),
    start: from,
    end: to === undefined || to === from ? null : to,
    location: inOneLine(cell('location')),
    description: plainDescription(cell('description')),
    url: cell('url'),
    cancelled: saysCancelled(cell('status')),
    ...(endsDayAfter && { endsDayAfter }),
  };
}

/** An end time before the start means the day after, but an event that would last longer than this was typed wrongly. */
const LONGEST_NIGHT_MS = 12 * HOUR_MS;

interface CellEnd extends CellMoment {
  /** A time of day without a day. */
  isAlone?: true;
}

function nextDay(moment: CellMoment): CellMoment {
  return { ...moment, day: parseDate(moment.day).add({ days: 1 }).toString() };
}

/** Beside a column of days, ‘start’ and ‘end’ mostly hold times. */
function dayAndTime(whole: string, day: string, time: string): [day: string, time: string] {
  if (day !== '' && readTime(whole)) return [day, whole];
  return [whole || day, time];
}

/** An end time without a day belongs to the day of the start. */
function endIn(
  cell: (column: EventColumn) => string,
  begin: CellMoment,
  order: DateOrder | undefined,
): CellEnd | string | undefined {
  const [whole, time] = dayAndTime(cell('end'), cell('end date'), cell('end time'));
  const alone = readTime(whole || time);
  if ((whole === '' || alone) && alone) return { day: begin.day, time: alone, offset: begin.offset, isAlone: true };
  return momentIn(whole, time, order);
}

/** Returns a sentence if the cells cannot be read; undefined for empty cells. */
function momentIn(cell: string, timeCell: string, order: DateOrder | undefined): CellMoment | string | undefined {
  if (cell === '') return undefined;
  const moment = readMoment(cell, order);
  if (!moment) return 'is not a date such as 2026-11-20 19:30';
  if (moment.time !== '' || timeCell === '') return moment;
  const time = readTime(timeCell);
  return time === undefined ? 'has no time such as 19:30' : { ...moment, time };
}

/** Midnight if there is no time. */
function timeOf({ day, time, offset }: CellMoment, timeZone: string): number {
  const { year, month, day: date } = parseDate(day);
  const [hour = 0, minute = 0] = time === '' ? [] : time.split(':').map(Number);
  if (offset !== null) return Date.UTC(year, month - 1, date, hour, minute - offset);
  return toZoned(new CalendarDateTime(year, month, date, hour, minute), timeZone)
    .toDate()
    .getTime();
}
