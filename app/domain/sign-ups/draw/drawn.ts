import type { Reader } from '../../../db/db.server.ts';
import type { FormRow } from '../../../db/tables.ts';
import { readStored } from '../../stored-json.ts';
import { orderTickets } from './order.ts';

/** What came out of a draw: without names, and kept when its people are gone. */
export interface Drawn {
  /** So many of the first have a place. */
  places: number;
  /** In the order in which they were drawn. */
  tickets: string[];
}

export function writeDrawn(drawn: Drawn): string {
  return JSON.stringify(drawn);
}

/** Of an import that has the secret alone it is what the secret makes of the tickets that came with it. */
export async function readDrawn(
  db: Reader,
  { id, drawn, draw_secret: secret, places }: Pick<FormRow, 'id' | 'drawn' | 'draw_secret' | 'places'>,
): Promise<Drawn> {
  const stored = parseDrawn(drawn);
  if (stored) return stored;
  const rows = await db.query
    .selectFrom('entries')
    .select('ticket')
    .where('form_id', '=', id)
    .where('ticket', 'is not', null)
    .execute();
  const tickets = rows.flatMap(({ ticket }) => ticket ?? []);
  return { places: places ?? tickets.length, tickets: orderTickets(secret ?? '', tickets) };
}

export function parseDrawn(stored: string | null): Drawn | undefined {
  const drawn = readStored<Partial<Drawn>>(stored, {});
  const { places, tickets } = drawn;
  return typeof places === 'number' && Array.isArray(tickets) ? { places, tickets } : undefined;
}
