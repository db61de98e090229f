import type { Reader, Writer } from '../../db/db.server.ts';
import { lockRows } from '../../db/lock-rows.ts';
import { NotAllowed, Rejected } from '../errors.ts';
import type { ActivityVerb } from '../activity.ts';
import { findAccount } from '../users/accounts.ts';
import { mayOnForm } from '../events/rights.ts';
import type { EventRow } from '../events/event.ts';
import type { Actor } from '../actor.ts';
import { can, canOn } from '../roles.ts';
import { NEVER } from '../records/publish-at.ts';

interface PublishRight {
  /** Whether the person who acts may decide what is public. */
  mayPublish: boolean;
}

/**
 * Checks that `actor` may give the event to this committee: nobody gives away what they don’t have.
 * @throws Rejected if the committee is not theirs, or gone.
 */
export async function requireRightToGive(
  tx: Writer,
  actor: Actor,
  committee: string,
  before: string,
): Promise<PublishRight> {
  const isOfficer = can(actor.role, 'change events');
  if (!isOfficer && !canOn(actor, 'change events', [committee || null]))
    throw refusal('Please choose one of your committees');
  const rows = await lockCommittees(tx, [committee, before]);
  const [to, from] = [committee, before].map((key) => rows.find((row) => row.key === key));
  if (committee !== '' && !to && committee !== before) throw refusal('This committee has since been removed');
  // Somebody in both could otherwise publish for one by way of the other, or take back what is public.
  const mayPublish = to?.may_publish === 1;
  if (!isOfficer && from && mayPublish !== (from.may_publish === 1)) throw refusal(NOT_MOVED);
  return { mayPublish: isOfficer || mayPublish };
}

const NOT_MOVED =
  'One of these two committees may not publish, so an officer with another role has to move the event between them';

/** null if the committee is gone. */
export async function lockCommittee(tx: Writer, key: string | null): Promise<string | null> {
  if (!key) return key;
  const [row] = await lockCommittees(tx, [key]);
  return row?.key ?? null;
}

/**
 * Locks the committees. Somebody who removes one at this moment then finds the event, and takes the committee off it.
 */
async function lockCommittees(tx: Writer, keys: string[]) {
  const rows = tx.query.selectFrom('committees').select(['key', 'may_publish']).where('key', 'in', keys);
  return lockRows(tx, rows).execute();
}

function refusal(message: string): Rejected {
  return new Rejected(`Nothing was saved: ${message}.`, { committee: message });
}

type Proposal = Pick<EventRow, 'publish_at' | 'proposed_by' | 'proposed_at' | 'sent_back'>;

/** The columns that propose an event instead of publishing it; none if `actor` may publish. What is public stays so. */
export function proposalBy(
  actor: Actor,
  { mayPublish }: PublishRight,
  before: EventRow | null,
  now = Date.now(),
): Partial<Proposal> {
  if (mayPublish) return {};
  if (before && before.publish_at === null) return { publish_at: null };
  return { publish_at: NEVER, proposed_by: actor.uid || null, proposed_at: now, sent_back: null };
}

/** @throws NotAllowed if the public would no longer see what it sees now. */
export function requireToStayPublic({ mayPublish }: PublishRight, before: EventRow, publishAt: number | null): void {
  if (!mayPublish && before.publish_at === null && publishAt !== null)
    throw new NotAllowed(
      'This event is public, and your committee may not take it back. Ask an officer with another role.',
      true,
    );
}

const SAVES = ['added', 'updated'] as const satisfies readonly ActivityVerb[];

/**
 * The person who saved it last, if they could not publish it now: their committee may not any more, or the event is not
 * theirs. If an officer saved it after them, it is the officer’s choice.
 */
export async function findSaverWithoutRight(tx: Writer, { key, committee }: EventRow): Promise<Actor | undefined> {
  const saves = tx.query.selectFrom('activity').select(['uid', 'who']).where('topic', '=', 'event');
  const last = await saves
    .where('record_key', '=', key)
    .where('verb', 'in', SAVES)
    .orderBy('at', 'desc')
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return undefined;
  const account = last.uid === null ? undefined : await findAccount(tx, last.uid);
  // An erased person has no account, and no uid in the log.
  const saver: Actor = account ?? { uid: last.uid ?? '', name: last.who, email: '', role: null };
  if (can(saver.role, 'change events')) return undefined;
  // Officers who have left since made events without a committee, and these are still published.
  if (!committee && saver.role !== 'committee') return undefined;
  const [held] = await lockCommittees(tx, committee ? [committee] : []);
  const mayPublish = held?.may_publish === 1 && canOn(saver, 'change events', [held.key]);
  return mayPublish ? undefined : saver;
}

/** A form is changed for all events that have it. @throws NotAllowed if one of them is not theirs. */
export async function requireRightToWholeForm(db: Reader, actor: Actor, form: string): Promise<void> {
  if (!can(actor.role, 'change events') && !(await mayOnForm(db, actor, form)))
    throw new NotAllowed(
      'An event outside your committee has the same form. Ask an officer with another role to change it.',
      true,
    );
}
