import type { Writer } from '../../db/db.server.ts';
import type { EventChange, Why } from './event-change.ts';
import { isPublic } from '../events/visibility.ts';
import type { ClubEvent } from '../events/event.ts';
import { movePayBy, reopenBills } from '../sign-ups/carry-out.ts';
import { makeSecretOf } from '../sign-ups/draw/enter.ts';
import { findSettings } from '../sign-ups/places.ts';
import { awaitsDraw } from '../sign-ups/rules.ts';
import { tellAboutCancellation, tellAboutChange, tellAboutResumption } from '../sign-ups/tell-about-changes.ts';
import { hasFixedDate } from '../events/times.ts';
import { listReminders, reminderName, replaceReminders, withdrawMails } from '../sign-ups/reminders.ts';
import { moveUp } from '../sign-ups/commands/move-up.ts';
import { keepUnpaidPlaces } from '../sign-ups/commands/unpaid.ts';
import { questionName } from '../sign-ups/still-coming.ts';

/** A reminder whose time has passed is not sent late, and one that waits to be sent about another start is dropped. */
export async function moveReminders(tx: Writer, changes: EventChange[], why: Why, now: number): Promise<void> {
  // An import of all data does this for the whole file (app/transfer/import.ts).
  if (why.action === 'import') return;
  for (const { key, before, after, reminders } of changes)
    await replaceReminders(tx, reminders, await listReminders(tx, key, before?.formId ?? after?.formId ?? null), now);
}

/**
 * Questions and reminders that wait to be sent about another start are dropped. People who answered a question are asked
 * again.
 */
export async function dropOutdatedMails(tx: Writer, changes: EventChange[]): Promise<void> {
  for (const { before, after } of changes) {
    if (!before || !hasFixedDate(before)) continue;
    const isSame = after !== null && after.start === before.start && !after.cancelled && isPublic(after);
    if (isSame) continue;
    for (const name of [questionName(before), reminderName(before)]) await withdrawMails(tx, before, name);
  }
}

/** People who may pay until the event may do so until its new start, and nobody has longer than that. */
export async function moveDeadlines(tx: Writer, changes: EventChange[], _why: Why, now: number): Promise<void> {
  for (const { before, after } of changes) {
    if (!before || !after || after.formId === null) continue;
    const [from, to] = [startOf(before), startOf(after)];
    if (from !== to) await movePayBy(tx, after.formId, to, now);
  }
}

/** null if its date is hidden. */
function startOf(event: ClubEvent): number | null {
  return hasFixedDate(event) ? event.start : null;
}

export async function reopenBillsOfResumed(tx: Writer, changes: EventChange[], _why: Why, now: number): Promise<void> {
  for (const { before, after } of changes)
    if (before?.cancelled && after && !after.cancelled && after.formId !== null)
      await reopenBills(tx, after.formId, now);
}

/**
 * If payment deadlines passed while an event was cancelled or a draft, or after a start that was then postponed, nobody
 * loses their place by the change: nothing is given up after the start (docs/product.md 13).
 */
export async function keepUnpaidAfterChange(tx: Writer, changes: EventChange[], _why: Why, now: number): Promise<void> {
  for (const { before, after } of changes) {
    if (!before || !after || after.cancelled) continue;
    const hadBegun = hasFixedDate(before) && before.start <= now;
    if (before.cancelled || hadBegun || (!isPublic(before) && isPublic(after))) await keepUnpaidPlaces(tx, after, now);
  }
}

/** As soon as sign-up is open, the draw’s fingerprint must be there. */
export async function beginDraws(tx: Writer, changes: EventChange[], _why: Why, now: number): Promise<void> {
  for (const { after } of changes) {
    if (!after || after.formId === null || !isPublic(after)) continue;
    const settings = await findSettings(tx, after.formId);
    if (settings && awaitsDraw(settings) && (settings.opens ?? 0) <= now) await makeSecretOf(tx, after.formId);
  }
}

/** Mails the people who signed up, on behalf of officers. */
export async function mailSignUps(tx: Writer, changes: EventChange[], why: Why, now: number): Promise<void> {
  if (!('club' in why)) return;
  const { club } = why;
  for (const { before, after } of changes) {
    // If it was cancelled, people have already been told.
    if (before && !after && !before.cancelled) await tellAboutCancellation(tx, club, before, { isRemoved: true }, now);
    if (!before || !after) continue;
    if (before.cancelled !== after.cancelled) {
      if (after.cancelled) await tellAboutCancellation(tx, club, after, { reason: after.cancelReason }, now);
      else await tellAboutResumption(tx, club, after, now);
    } else if (why.action === 'edit' && why.tellsSignUps) await tellAboutChange(tx, club, [before, after], now);
  }
}

/**
 * People who wait move up if there are more places, or if the event takes place after all. If there are fewer, nobody
 * loses their place (sign-ups/state.ts).
 */
export async function fillFreePlaces(tx: Writer, changes: EventChange[], why: Why): Promise<void> {
  if (!('club' in why) || why.action === 'cancel') return;
  for (const { after } of changes) if (after && after.formId !== null) await moveUp(tx, why.club, after.formId);
}
