import { sql } from 'kysely';
import type { Reader, Writer } from '../../db/db.server.ts';
import type { ClubEvent } from './event.ts';

/**
 * A calendar skips a file about an event unless it is newer than the one before (RFC 5546, 2.1.5), by `sequence` and
 * then by `at`.
 */
export interface Edition {
  sequence: number;
  /** Epoch milliseconds. */
  at: number;
}

type EditedEvent = Pick<ClubEvent, 'formId' | 'version'>;

/** An edition for a mail: newer than all that was mailed or downloaded before. The write must hold the event’s form. */
export async function newEdition({ query }: Writer, event: EditedEvent, now = Date.now()): Promise<Edition> {
  const row = await query
    .updateTable('forms')
    .set({ calendar_sequence: sql<number>`2 + ${latest(now)}` })
    .where('id', '=', event.formId ?? '')
    .returning('calendar_sequence')
    .executeTakeFirst();
  return editionOf(event, row?.calendar_sequence ?? ticks(now), now);
}

/** An edition for a download: newer than all that was mailed before, older than the next mail. */
export async function currentEdition({ query }: Reader, event: EditedEvent, now = Date.now()): Promise<Edition> {
  const row = await query
    .selectFrom('forms')
    .select(latest(now).as('calendar_sequence'))
    .where('id', '=', event.formId ?? '')
    .executeTakeFirst();
  return editionOf(event, 1 + Number(row?.calendar_sequence ?? ticks(now)), now);
}

/** Every save makes a newer edition too. */
function editionOf({ version }: EditedEvent, counted: number, at: number): Edition {
  return { sequence: version + counted, at };
}

/** The last count, or the clock if it is ahead: a restore or an import loses the count, but calendars keep theirs. */
function latest(now: number) {
  const clock = ticks(now);
  return sql<number>`case when calendar_sequence > ${clock} then calendar_sequence else ${clock} end`;
}

const FROM = Date.UTC(2020, 0);

/** Seconds since 2020, made even; calendars read 32 bits, which is enough until 2088. */
function ticks(now: number): number {
  return 2 * Math.max(0, Math.floor((now - FROM) / 2000));
}
