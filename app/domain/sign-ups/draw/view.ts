import type { Reader } from '../../../db/db.server.ts';
import type { ClubEvent } from '../../events/event.ts';
import { readDrawResult } from './result.ts';
import { fingerprintOf } from './order.ts';

/**
 * What anyone may see of a draw. Before it is held, that is only the fingerprint: not the tickets, nor how many there
 * are.
 */
export interface DrawView {
  state: 'open' | 'drawn';
  /** null until sign-up opens or somebody enters. */
  hash: string | null;
  secret: string | null;
  places: number | null;
  /** In ascending order of their numbers. */
  tickets: { ticket: string; place: boolean }[];
}

/** undefined if the event's places are not drawn. */
export async function viewDraw(
  db: Reader,
  { formId }: Pick<ClubEvent, 'formId'>,
): Promise<{ view: DrawView; closes: number | null; drawnAt: number | null } | undefined> {
  if (formId === null) return undefined;
  const row = await db.query
    .selectFrom('forms')
    .select(['id', 'asks_person', 'draw', 'places', 'closes', 'draw_secret', 'drawn_at', 'drawn'])
    .where('id', '=', formId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { closes, draw_secret: secret, drawn_at: drawnAt } = row;
  const hash = secret === null ? null : fingerprintOf(secret);
  if (drawnAt !== null) {
    const { places, tickets } = await readDrawResult(db, row);
    const listed = tickets.map((ticket, at) => ({ ticket, place: at < places }));
    return { view: { state: 'drawn', hash, secret, places, tickets: listed }, closes, drawnAt };
  }
  if (row.draw !== 1 || row.asks_person !== 1) return undefined;
  return { view: { state: 'open', hash, secret: null, places: row.places, tickets: [] }, closes, drawnAt };
}
