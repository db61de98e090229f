import type { Database, Reader } from '../../db/db.server.ts';
import { checkInput } from '../check-input.ts';
import { Rejected } from '../errors.ts';
import { requireCapability, requireSomewhere, type Actor } from '../actor.ts';
import { eventName } from '../events/titles.ts';
import type { EventRow } from '../events/event.ts';
import type { MailingClub } from '../mail/mail.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { newKey } from '../keys.ts';
import { canOn } from '../roles.ts';
import { findAccount, nameOfAccount } from '../users/accounts.ts';
import { sendBackInput } from './send-back-input.ts';
import { writeSentBack } from './mails.ts';
import { changeIfUnchanged, type SeenEvent } from './seen-event.ts';

/** If two officers publish at once, the second gets Stale. @throws NotAllowed, Rejected, NotFound, Stale */
export async function publishProposal(
  db: Database,
  actor: Actor | null,
  seen: SeenEvent,
  club: MailingClub,
): Promise<void> {
  requireCapability(actor, 'change events');
  await changeIfUnchanged(db, actor, seen, club, async (_tx, before) => {
    requireProposed(before);
    const why = { action: 'edit', actor, club, form: undefined, tellsSignUps: false } as const;
    return { after: { ...before, publish_at: null }, why };
  });
}

/** The person who proposed it gets a mail. @throws NotAllowed, Rejected, NotFound, Stale */
export async function sendBack(
  db: Database,
  actor: Actor | null,
  { input, ...seen }: SeenEvent & { input: unknown },
  club: MailingClub,
): Promise<void> {
  requireCapability(actor, 'change events');
  const { missing } = checkInput(sendBackInput, input);
  await changeIfUnchanged(db, actor, seen, club, async (tx, before) => {
    requireProposed(before);
    const proposer = before.proposed_by === null ? undefined : await findAccount(tx, before.proposed_by);
    if (proposer?.isVerified && proposer.email !== '') {
      const key = newKey();
      const mail = writeSentBack(club, actor, before, missing);
      await queueMail(tx, { key: `sent-back-${key}`, kind: 'proposal', recipient: proposer.email, ...mail });
    }
    const why = { action: 'edit', actor, club, form: undefined, tellsSignUps: false } as const;
    return { after: { ...before, sent_back: missing }, why };
  });
}

function requireProposed({ publish_at: publishAt, proposed_at: at }: EventRow): void {
  if (publishAt === null) throw new Rejected('This event has already been published.');
  if (at === null) throw new Rejected('This event is not proposed.');
}

export interface ProposalView {
  /** The name of the person who proposed it; empty if their account is gone. */
  by: string;
  sentBack: string;
}

/** null if the event is not proposed. */
export async function viewProposal(
  db: Reader,
  { proposedBy, proposedAt, sentBack }: { proposedBy: string | null; proposedAt: number | null; sentBack: string },
): Promise<ProposalView | null> {
  if (proposedAt === null) return null;
  const account = proposedBy === null ? undefined : await findAccount(db, proposedBy);
  return { by: account ? nameOfAccount(account) : '', sentBack };
}

/** Proposals that wait for an officer. @throws NotAllowed */
export async function listProposals({ query }: Reader, actor: Actor | null): Promise<{ key: string; title: string }[]> {
  requireCapability(actor, 'change events');
  const rows = await query
    .selectFrom('events')
    .select(['key', 'title'])
    .where('proposed_at', 'is not', null)
    .where('publish_at', 'is not', null)
    .where('sent_back', 'is', null)
    .where('cancelled', 'is', null)
    .orderBy('proposed_at')
    .orderBy('key')
    .execute();
  return rows.map(({ key, title }) => ({ key, title: eventName(title ?? '') }));
}

/** Proposals of `actor` that an officer sent back. @throws NotAllowed */
export async function listSentBack(
  db: Reader,
  actor: Actor | null,
): Promise<{ key: string; title: string; missing: string }[]> {
  requireSomewhere(actor, 'change events');
  const rows = await db.query
    .selectFrom('events')
    .select(['key', 'title', 'committee', 'sent_back'])
    .where('proposed_by', '=', actor.uid)
    .where('publish_at', 'is not', null)
    .where('sent_back', 'is not', null)
    .where('cancelled', 'is', null)
    .orderBy('proposed_at')
    .orderBy('key')
    .execute();
  return rows
    .filter(({ committee }) => canOn(actor, 'change events', [committee]))
    .map(({ key, title, sent_back: missing }) => ({ key, title: eventName(title ?? ''), missing: missing ?? '' }));
}
