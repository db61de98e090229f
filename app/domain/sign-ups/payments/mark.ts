import { inChunks, type Database, type Writer } from '../../../db/db.server.ts';
import { clubDay } from '../../../time/club-day.ts';
import { noteActivity, type ActivityVerb } from '../../activity.ts';
import type { Actor } from '../../actor.ts';
import { requireOn } from '../../events/rights.ts';
import { checkInput } from '../../check-input.ts';
import { NotFound, Rejected } from '../../errors.ts';
import { requireAnyEvent } from '../../events/with-drafts.ts';
import type { MailingClub } from '../../mail/mail.ts';
import { run } from '../carry-out.ts';
import type { Command } from '../decide.ts';
import { signUpName } from '../list-sign-ups.ts';
import { NO_SUCH_SIGN_UP } from '../sentences.ts';
import type { SignUp } from '../state.ts';
import { lockForm, readStanding } from '../standing.ts';
import type { PaymentStep } from './bill.ts';
import { eventPaymentInput } from './input.ts';
import { requirePricedForms } from './priced-form.ts';

interface PaymentsOfEvent {
  eventKey: string;
  /** All are marked, or none. */
  keys: string[];
}

/**
 * Notes a payment of each person, in one transaction. If two officers mark somebody at once, the first mark counts, and
 * the second officer is told.
 * @throws NotAllowed, NotFound; Rejected with a message per field, or if one of them has paid or owes nothing
 */
export async function markPaid(
  db: Database,
  actor: Actor | null,
  club: MailingClub,
  { input, ...payments }: PaymentsOfEvent & { input: unknown },
): Promise<void> {
  const payment = checkInput(eventPaymentInput, input);
  await runOnEach(db, actor, club, payments, { kind: 'mark as paid', payment }, 'noted a payment of');
}

/**
 * Takes back what was noted last: the payment, its refund, or that the club keeps it. If `of` names
 * something else, another officer was faster, or the request was sent twice.
 * @throws as markPaid
 */
export async function undoPayments(
  db: Database,
  actor: Actor | null,
  club: MailingClub,
  { of, ...payments }: PaymentsOfEvent & { of?: PaymentStep | undefined },
): Promise<void> {
  await runOnEach(db, actor, club, payments, { kind: 'undo payment', of }, 'took back a payment of');
}

/** @throws as markPaid */
export async function settleRefunds(
  db: Database,
  actor: Actor | null,
  club: MailingClub,
  { as, ...payments }: PaymentsOfEvent & { as: 'refunded' | 'kept' },
) {
  const on = clubDay(club.clock.timeZone);
  await runOnEach(db, actor, club, payments, { kind: 'settle refund', as, on }, 'updated');
}

async function runOnEach(
  db: Database,
  actor: Actor | null,
  club: MailingClub,
  { eventKey, keys }: PaymentsOfEvent,
  command: Command,
  verb: ActivityVerb,
): Promise<void> {
  await db.write(async (tx: Writer) => {
    await requireOn(tx, actor, 'handle payments', [eventKey]);
    const event = await requireAnyEvent(tx, eventKey);
    const left = new Set(keys);
    const forms = await requirePricedForms(tx, event);
    // Every write locks forms in this order.
    for (const form of forms.toSorted((one, other) => (one.formId < other.formId ? -1 : 1))) {
      const lockedForm = await lockForm(tx, form.formId);
      for (const key of await listKeysIn(tx, form.formId, [...left])) {
        const standing = await readStanding(tx, club, lockedForm, form, { key });
        try {
          await run(tx, club, standing, command);
        } catch (error) {
          throw keys.length > 1 ? withNameOf(standing.target, error) : error;
        }
        left.delete(key);
      }
    }
    if (left.size > 0) throw new NotFound(NO_SUCH_SIGN_UP);
    await noteActivity(tx, actor, verb, 'entry', eventKey, event.title);
  });
}

/** Among several people, says whom a refusal is about. */
function withNameOf(one: SignUp | undefined, error: unknown): unknown {
  if (!one || !(error instanceof Rejected)) return error;
  return new Rejected(`‘${signUpName(one.answers)}’: ${error.message}`);
}

const AT_ONCE = 500;

async function listKeysIn({ query }: Writer, formId: string, keys: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const some of inChunks(keys, AT_ONCE)) {
    const rows = query.selectFrom('entries').select('key').where('form_id', '=', formId).where('key', 'in', some);
    found.push(...(await rows.execute()).map(({ key }) => key));
  }
  return found;
}
