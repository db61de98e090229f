import type { Writer } from '../../db/db.server.ts';
import type { MailingClub } from '../mail/mail.ts';
import { keepUnpaidPlaces } from '../sign-ups/commands/unpaid.ts';
import { forgetSumOf } from '../looking-back/taken-in.ts';
import { countPeopleToTell, tellAboutResumption, isCancellationLastNews } from '../sign-ups/tell-about-changes.ts';
import { unpaidPlacesSentence } from '../sign-ups/payments/unpaid-places-sentences.ts';
import { deleteDoorLinks } from '../sign-ups/door/links.ts';
import type { Actor } from '../actor.ts';
import { lockCommittee } from './committee-rights.ts';
import { isPublic } from '../events/visibility.ts';
import { findAnyEvent, readEventsOfForms } from '../events/with-drafts.ts';
import { changeEvent } from './change.ts';
import { EMPTY_EVENT, toEvent, type EventRow } from '../events/event.ts';
import { eventName } from '../events/titles.ts';

/**
 * Brings an event back from the trash, once its forms and responses are back. Returns in words who is told, and what is
 * no longer as it was.
 */
export async function bringBackEvent(
  tx: Writer,
  actor: Actor | null,
  row: EventRow,
  club: MailingClub | undefined,
): Promise<string> {
  const { version } = row;
  const committee = await lockCommittee(tx, row.committee ?? null);
  const isLost = (row.committee ?? '') !== (committee ?? '');
  // Links that its committee gave away end with its hold on the event, as they do for an event that is not in the
  // trash.
  if (isLost) await deleteDoorLinks(tx, row.key);
  // An event that an older version of the site removed may lack columns.
  const back = { ...EMPTY_EVENT, ...row, committee, ...(isLost && { preview_token: null }) };
  await changeEvent(tx, null, back, { action: 'bring back', actor, version });
  await forgetSumOf(tx, { key: row.key, formId: row.form_id });
  // If it was cancelled before, the removal told nobody.
  if (back.cancelled === 1) return '';
  const kept = unpaidPlacesSentence(await keepUnpaidPlaces(tx, toEvent({ ...row, ...back })));
  const told = club ? await tellAboutReturn(tx, club, row.key) : 0;
  return [told > 0 ? toldSentence(told) : '', kept].filter(Boolean).join(' ');
}

/**
 * Call it once forms are back from the trash with the events that took them there. Other events that have them may have
 * come back before, when there was nobody to tell.
 */
export async function tellOfReturnedForms(tx: Writer, club: MailingClub, formIds: string[]): Promise<string[]> {
  const notes: string[] = [];
  for (const event of (await readEventsOfForms(tx, formIds)).map(toEvent)) {
    const isToBeTold = !event.cancelled && isPublic(event) && (await isCancellationLastNews(tx, event));
    const told = isToBeTold ? await countPeopleToTell(tx, event) : 0;
    if (told === 0) continue;
    await tellAboutResumption(tx, club, event);
    notes.push(toldSentence(told, `‘${eventName(event.title)}’`));
  }
  return notes;
}

async function tellAboutReturn(tx: Writer, club: MailingClub, key: string): Promise<number> {
  const event = await findAnyEvent(tx, key);
  if (!event || !isPublic(event)) return 0;
  await tellAboutResumption(tx, club, event);
  return countPeopleToTell(tx, event);
}

function toldSentence(told: number, what = 'it'): string {
  return told === 1
    ? `1 person is told that ${what} takes place after all.`
    : `${told.toLocaleString('en')} people are told that ${what} takes place after all.`;
}
