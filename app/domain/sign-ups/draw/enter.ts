import { countRows, type Writer } from '../../../db/db.server.ts';
import { newSecret } from './order.ts';
import { newTicket, type Ticket } from './tickets.ts';
import { entriesOf } from '../../forms/entries.ts';

/** Makes the draw's secret only once, since anybody may have seen its fingerprint. */
export async function makeSecretOf({ query }: Writer, formId: string): Promise<void> {
  await query
    .updateTable('forms')
    .set({ draw_secret: newSecret() })
    .where('id', '=', formId)
    .where('draw_secret', 'is', null)
    .execute();
}

/** Gives a ticket that nobody else has. Call it while the form is locked. */
export async function giveTicket(tx: Writer, formId: string, firstHalf?: string): Promise<Ticket> {
  for (;;) {
    const ticket = newTicket(firstHalf);
    if ((await countRows(entriesOf(tx, formId).where('ticket', '=', ticket))) === 0) return ticket;
  }
}
