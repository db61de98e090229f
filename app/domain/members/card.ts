import { clubDay } from '../../time/club-day.ts';
import { startOfTomorrow, type ClubClock } from '../../time/club-time.ts';
import type { Reader } from '../../db/db.server.ts';
import { NotFound } from '../errors.ts';
import { findByCard } from './card-links.ts';
import { cardCode } from './card-code.ts';
import { countsAsMember, graceText, paidText, type Membership } from './membership.ts';

interface CardSettings {
  membership: Membership;
  clock: ClubClock;
  publicUrl: string;
}

/** @throws NotFound for a link that leads to nobody, or no longer to anybody. */
export async function viewCard(db: Reader, { membership, clock, publicUrl }: CardSettings, token: string) {
  const row = await findByCard(db, token);
  if (!row) throw new NotFound('This link leads to no membership card.');
  const today = clubDay(clock.timeZone);
  const until = row.paid_until ?? '';
  const name = row.name ?? '';
  return {
    name,
    status: paidText(until, today, clock),
    grace: graceText(until, today, membership, clock),
    // The door scans this.
    code: countsAsMember(until, today, membership) ? cardCode(publicUrl, { key: row.key, name }) : null,
    changesAt: startOfTomorrow(clock.timeZone),
  };
}
