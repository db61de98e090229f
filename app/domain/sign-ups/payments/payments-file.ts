import type { Reader } from '../../../db/db.server.ts';
import type { Actor } from '../../actor.ts';
import { toCsv } from '../../csv.ts';
import { plainCents } from '../../money.ts';
import { viewPayments } from './list-payments.ts';
import type { PayingClub } from './sentences.ts';

const CSV_HEADINGS = ['Date', 'Reference', 'Name', 'Amount', 'How', 'Payment', 'Note'];

/** A table of the payments for a bookkeeper. @throws NotAllowed, NotFound */
export async function paymentsFile(
  db: Reader,
  actor: Actor | null,
  eventKey: string,
  club: PayingClub,
): Promise<{ name: string; content: string }> {
  const { title, payments } = await viewPayments(db, actor, eventKey, club);
  const rows = payments.map(({ paidDay, reference, name, cents, how, payment, note }) => [
    ...[paidDay, reference, name, plainCents(cents, club.currency), how, payment, note],
  ]);
  const plainTitle = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return { name: ['Payments', plainTitle].filter(Boolean).join(' ') + '.csv', content: toCsv(CSV_HEADINGS, rows) };
}
