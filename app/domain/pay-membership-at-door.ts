import type { Database, Writer } from '../db/db.server.ts';
import { clubDay } from '../time/club-day.ts';
import { requireCapability, type Actor } from './actor.ts';
import { Rejected } from './errors.ts';
import { newKey } from './keys.ts';
import type { MailingClub } from './mail/mail.ts';
import { requireFormOfEvent } from './sign-ups/by-officer.ts';
import { requireSignUp } from './sign-ups/read-sign-ups.ts';
import type { SignUp } from './sign-ups/state.ts';
import { joinFromForm } from './members/join.ts';
import { notePayment, takeBack, type NotedPayment } from './members/pay.ts';
import { proposedUntil } from './members/years.ts';

/** The person whom the door shows. */
interface PersonAtDoor {
  eventKey: string;
  /** The sign-up's key. */
  key: string;
}

/**
 * Marks the person as having paid in cash today, until the end of the club’s year. Somebody without a record becomes a
 * member.
 * @throws NotAllowed, NotFound; Rejected if the sign-up has no address, or the payment is already noted
 */
export async function payAtDoor(
  db: Database,
  actor: Actor | null,
  club: MailingClub,
  { yearStartsIn, ...who }: PersonAtDoor & { yearStartsIn: number | undefined },
): Promise<{ noted: NotedPayment; until: string }> {
  requireCapability(actor, 'handle members');
  const { timeZone } = club.clock;
  const on = clubDay(timeZone);
  const until = proposedUntil(on, yearStartsIn);
  return db.write(async (tx) => {
    const { email, answers } = await refreshDoor(tx, who, timeZone);
    await joinFromForm(tx, { key: newKey(), answers, timeZone });
    const members = tx.query.selectFrom('members').selectAll().where('address_key', '=', email);
    const member = email && (await members.executeTakeFirst());
    if (!member) throw new Rejected('This sign-up has no email address, so its membership cannot be marked as paid.');
    return { noted: await notePayment(tx, actor, club, member, { on, until, how: 'cash', note: '' }), until };
  });
}

/** @throws NotAllowed, NotFound, Stale */
export async function undoPaymentAtDoor(
  db: Database,
  actor: Actor | null,
  timeZone: string,
  { noted, ...who }: PersonAtDoor & { noted: NotedPayment },
): Promise<void> {
  await db.write(async (tx) => {
    await takeBack(tx, actor, [noted]);
    await refreshDoor(tx, who, timeZone);
  });
}

/** Updates every phone at this door, even those of people who may not be notified of members. @throws NotFound */
async function refreshDoor(tx: Writer, { eventKey, key }: PersonAtDoor, timeZone: string): Promise<SignUp> {
  const { formId } = await requireFormOfEvent(tx, eventKey, timeZone);
  const signUp = await requireSignUp(tx, formId, key);
  tx.changed('entry', `${formId}/${key}`);
  return signUp;
}
