import type { Database, Writer } from '../../db/db.server.ts';
import { findPostedEvents } from './announcements.ts';
import { checkInput } from '../check-input.ts';
import { NotFound, Rejected, Stale } from '../errors.ts';
import { keyTime, newKey, newShortId } from '../keys.ts';
import type { MailingClub } from '../mail/mail.ts';
import { parsePrice, toCents } from '../money.ts';
import { addOnce, type Once } from '../records/add-once.ts';
import { writeColumns } from '../record-changes/save.ts';
import { isFormChanged, type FormInput } from './save-form.ts';
import { HOURS_OF_QUESTION, HOURS_OF_REMINDER } from '../sign-ups/reminder-hours.ts';
import { DAYS_TO_PAY, FREE, type PriceSettings } from '../sign-ups/payments/settings.ts';
import { keepUnpaidPlaces } from '../sign-ups/commands/unpaid.ts';
import { forgetSumOf } from '../looking-back/taken-in.ts';
import { countPeopleToTell, tellEventIsOn, isCancellationLastNews } from '../sign-ups/tell-about-changes.ts';
import { findSettings } from '../sign-ups/places.ts';
import { listOverdue } from '../sign-ups/read-sign-ups.ts';
import type { PayingClub } from '../sign-ups/payments/sentences.ts';
import { unpaidPlacesSentence } from '../sign-ups/payments/unpaid-places-sentences.ts';
import { endDoorLinks } from '../sign-ups/door/links.ts';
import { audienceOf } from '../sign-ups/settings.ts';
import { guidOf, type StoredFile } from '../files/stored-file.ts';
import { requireSomewhere, type Actor } from '../actor.ts';
import { requireOn } from '../events/rights.ts';
import { lockKind } from '../kinds/list.ts';
import {
  lockCommittee,
  proposalBy,
  requireCommittee,
  requireToStayPublic,
  requireRightToWholeForm,
} from './committee-rights.ts';
import { momentOf, writeWallTime, type Occurrence } from '../../time/club-date-time.ts';
import { DAY_MS } from '../../time/durations.ts';
import { isPublic } from '../events/visibility.ts';
import { findAnyEvent, readEventRows, readEventsOfForms } from '../events/with-drafts.ts';
import { cancelInput } from './cancel-input.ts';
import { changeEvent, changeEvents, lockEvents, type EventColumns } from './change.ts';
import { can } from '../roles.ts';
import { editableEventOf, type Editor } from './editable-event.ts';
import type { Why } from './event-change.ts';
import { eventInput, hasOwnForm, keepsPlaces, type EventInput } from './event-input.ts';
import { EMPTY_EVENT, events, filesOfEvent, toEvent, type EventRow } from '../events/event.ts';
import { NEVER } from '../records/publish-at.ts';
import { isRecordInTrash } from '../trash.ts';
import { retrospectiveInput } from '../events/retrospective.ts';
import { eventName } from '../events/titles.ts';
import { announceOnce, repeatsOf } from '../events/repeats.ts';
import { isOver } from '../events/times.ts';

interface NewEventOptions extends Once {
  copyOf?: string;
  /** The key that the dialog was given for it, and drew its poster from. */
  key?: string | undefined;
}

/**
 * Adds the event and its repeats, each with a form of its own, in one transaction (product.md 4, Saving an event). It
 * may name files on other hosts if the event that it was copied from does. Returns the key of the first.
 * @throws NotAllowed, Rejected with a message per path of EventInput, or if it was sent before with something else.
 */
export async function addEvent(
  db: Database,
  actor: Actor | null,
  input: unknown,
  club: PayingClub,
  { copyOf, key: offered, once }: NewEventOptions = {},
): Promise<{ key: string }> {
  requireSomewhere(actor, 'change events');
  const { timeZone } = club.clock;
  const event = checkInput(eventInput(timeZone, club.currency), input);
  return db.write(async (tx) => {
    if (copyOf !== undefined) await requireOn(tx, actor, 'change events', [copyOf]);
    const committee = await requireCommittee(tx, actor, event.committee, '');
    const proposal = proposalBy(actor, committee, null);
    const addition = { once, target: 'event', noun: 'event', content: event, makes: await keyOfNew(tx, offered) };
    const key = await addOnce(tx, addition, async () => {
      const original = copyOf === undefined ? undefined : await findAnyEvent(tx, copyOf);
      const elsewhere = original ? filesOfEvent(original).filter((file) => guidOf(file) === undefined) : [];
      for (const [at, one] of announceOnce(repeatsOf(event, timeZone), timeZone).entries()) {
        const typedColumns = await columnsOf(tx, one, null, elsewhere, timeZone);
        const newEventKey = at === 0 ? addition.makes : newKey();
        const row = { ...EMPTY_EVENT, ...typedColumns, ...proposal, key: newEventKey };
        const form = typedColumns.form_id === null ? undefined : formOf(one, club);
        await changeEvent(tx, null, row, { action: 'add', actor, form });
      }
    });
    return { key };
  });
}

/** It must have been made lately, and belong to no event, nor to one that may come back from the trash. */
async function keyOfNew(tx: Writer, offered: string | undefined): Promise<string> {
  const madeAt = offered === undefined ? undefined : keyTime(offered);
  if (offered === undefined || madeAt === undefined || Math.abs(Date.now() - madeAt) > DAY_MS) return newKey();
  const isTaken = (await findAnyEvent(tx, offered)) !== undefined || (await isRecordInTrash(tx, offered));
  return isTaken ? newKey() : offered;
}

interface EventUpdate extends SeenEvent {
  input: unknown;
}

/**
 * Saves an event in one transaction (product.md 4, Saving an event). People who signed up are told of another time or
 * place unless the input says not to. Returns the version to save over next, and in words what was changed on the way.
 * @throws NotAllowed, Rejected, NotFound, Stale with the current EditableEvent when someone else saved it meanwhile.
 */
export async function updateEvent(
  db: Database,
  actor: Actor | null,
  { input, ...saved }: EventUpdate,
  club: MailingClub,
): Promise<{ version: number; note?: string }> {
  requireSomewhere(actor, 'change events');
  const { timeZone } = club.clock;
  const event = checkInput(eventInput(timeZone, club.currency), input);
  return db.write(async (tx) => {
    await lockOwn(tx, actor, [saved.key]);
    const before = await requireUnchanged(tx, saved, { actor, club });
    const committee = await requireCommittee(tx, actor, event.committee, before.committee ?? '');
    const had = filesOfEvent(toEvent(before));
    const columns = await columnsOf(tx, event, before, had, timeZone);
    requireToStayPublic(committee, before, columns.publish_at);
    const after = { ...before, ...columns, ...proposalBy(actor, committee, before) };
    const typedForm = formOf(event, club);
    const isFormEdited = after.form_id !== null && (await isFormChanged(tx, after.form_id, typedForm));
    if (isFormEdited && after.form_id !== null && after.form_id === before.form_id)
      await requireRightToWholeForm(tx, actor, after.form_id);
    const form = isFormEdited ? typedForm : undefined;
    const why = { action: 'edit', actor, club, form, tellsSignUps: event.tellSignUps } as const;
    await saveOver(tx, before, after, why, { actor, club });
    if (isFormEdited) await outdateSharers(tx, after);
    const note = typedForm.settings?.giveUpUnpaid ? unpaidPlacesSentence(await countKept(tx, after.form_id)) : '';
    return { version: saved.version + 1, ...(note && { note }) };
  });
}

/** How many unpaid places are kept since the save took ‘Give up unpaid places’ off the form. */
async function countKept(tx: Writer, formId: string | null): Promise<number> {
  const settings = formId === null ? undefined : await findSettings(tx, formId);
  return formId === null || !settings || settings.giveUpUnpaid ? 0 : (await listOverdue(tx, formId, Date.now())).length;
}

/** An officer who has another event with this form open must not save the form's old definition over the new one. */
async function outdateSharers(tx: Writer, { key, form_id }: EventRow): Promise<void> {
  const having = await tx.query.selectFrom('events').select('key').where('form_id', '=', form_id).execute();
  for (const other of having) if (other.key !== key) await outdate(tx, other.key);
}

async function outdate(tx: Writer, key: string): Promise<void> {
  const [row] = await readEventRows(tx, [key]);
  // On Postgres, someone else may save it at this moment.
  if (row && !(await changeEvent(tx, row, row, { action: 'share a form' }))) await outdate(tx, key);
}

export interface SeenEvent {
  key: string;
  /** The version that the officer has seen. */
  version: number;
}

/**
 * Cancels an event: it stays where it is and says so, and people who signed up are told, unless it is over.
 * @throws NotAllowed, Rejected, NotFound, Stale when someone else saved it meanwhile.
 */
export async function cancelEvent(
  db: Database,
  actor: Actor | null,
  { input, ...saved }: EventUpdate,
  club: MailingClub,
): Promise<void> {
  requireSomewhere(actor, 'change events');
  const { reason } = checkInput(cancelInput, input);
  await db.write(async (tx) => {
    await lockOwn(tx, actor, [saved.key]);
    const before = await requireUnchanged(tx, saved, { actor, club });
    if (before.cancelled === 1) throw new Rejected('This event has already been cancelled.');
    const after = { ...before, cancelled: 1, cancel_reason: reason || null };
    await saveOver(tx, before, after, { action: 'cancel', actor, club }, { actor, club });
  });
}

/**
 * Makes a cancelled event take place after all, and tells people who signed up.
 * @throws NotAllowed, Rejected, NotFound, Stale when someone else saved it meanwhile.
 */
export async function takeBackCancellation(
  db: Database,
  actor: Actor | null,
  saved: SeenEvent,
  club: MailingClub,
): Promise<void> {
  requireSomewhere(actor, 'change events');
  await db.write(async (tx) => {
    await lockOwn(tx, actor, [saved.key]);
    const before = await requireUnchanged(tx, saved, { actor, club });
    if (before.cancelled !== 1) throw new Rejected('This event is not cancelled.');
    const after = { ...before, cancelled: null, cancel_reason: null };
    await saveOver(tx, before, after, { action: 'resume', actor, club }, { actor, club });
  });
}

/**
 * Notes how an event went, for anyone who plans the next one. Returns the version to save over next.
 * @throws NotAllowed, Rejected before it is over, NotFound, Stale when someone else saved it meanwhile.
 */
export async function lookBack(
  db: Database,
  actor: Actor | null,
  { input, ...saved }: EventUpdate,
  club: PayingClub,
): Promise<{ version: number }> {
  requireSomewhere(actor, 'change events');
  const { ranOut, change, cost, came } = checkInput(retrospectiveInput, input);
  await db.write(async (tx) => {
    await lockOwn(tx, actor, [saved.key]);
    const before = await requireUnchanged(tx, saved, { actor, club });
    if (!isOver(toEvent(before), club.clock.timeZone)) throw new Rejected('This event is not over yet.');
    const notes = { retro_ran_out: ranOut || null, retro_change: change || null, retro_cost: cost || null };
    const after = { ...before, ...notes, retro_came: came === '' ? null : Number(came) };
    await saveOver(tx, before, after, { action: 'look back', actor }, { actor, club });
  });
  return { version: saved.version + 1 };
}

/**
 * Removes events with their files, and with the forms and responses that no other event has. People who signed up for
 * one that is still to come are told. Keys that are gone are skipped.
 * @throws NotAllowed
 */
export async function removeEvents(
  db: Database,
  actor: Actor | null,
  keys: string[],
  club: MailingClub,
): Promise<void> {
  requireSomewhere(actor, 'change events');
  await db.write(async (tx) => {
    await lockOwn(tx, actor, keys);
    const rows = await readEventRows(tx, keys);
    const pairs = rows.map((before) => ({ before, after: null }));
    await changeEvents(tx, pairs, { action: 'remove', actor, club });
  });
}

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
  if (isLost) await endDoorLinks(tx, row.key);
  // An event that an older version of the site removed may lack columns.
  const back = { ...EMPTY_EVENT, ...row, committee, ...(isLost && { preview_token: null }) };
  await changeEvent(tx, null, back, { action: 'bring back', actor, version });
  await forgetSumOf(tx, { key: row.key, formId: row.form_id });
  // If it was cancelled before, the removal told nobody.
  if (back.cancelled === 1) return '';
  const kept = unpaidPlacesSentence(await keepUnpaidPlaces(tx, toEvent({ ...row, ...back })));
  const told = club ? await tellOfReturn(tx, club, row.key) : 0;
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
    await tellEventIsOn(tx, club, event);
    notes.push(toldSentence(told, `‘${eventName(event.title)}’`));
  }
  return notes;
}

async function tellOfReturn(tx: Writer, club: MailingClub, key: string): Promise<number> {
  const event = await findAnyEvent(tx, key);
  if (!event || !isPublic(event)) return 0;
  await tellEventIsOn(tx, club, event);
  return countPeopleToTell(tx, event);
}

function toldSentence(told: number, what = 'it'): string {
  return told === 1
    ? `1 person is told that ${what} takes place after all.`
    : `${told.toLocaleString('en')} people are told that ${what} takes place after all.`;
}

/** Stores events from a file. If an event has a message in the chat, the officers’ choice to announce it stays. */
export async function importEvents(tx: Writer, rows: EventColumns[], now: number): Promise<void> {
  const stored = new Map((await readEventRows(tx, keysOf(rows))).map((row) => [row.key, row]));
  const announced = await findPostedEvents(tx, keysOf([...stored.values()].filter(({ announce }) => announce === 1)));
  const pairs = rows.map((row) => ({
    before: stored.get(row.key) ?? null,
    after: announced.has(row.key) ? { ...row, announce: 1 } : row,
  }));
  await changeEvents(tx, pairs, { action: 'import' }, now);
}

/** Removes events that a file which replaces everything does not have. They do not go to the trash. */
export async function forgetEvents(tx: Writer, rows: EventColumns[], now: number): Promise<void> {
  const pairs = (await readEventRows(tx, keysOf(rows))).map((before) => ({ before, after: null }));
  await changeEvents(tx, pairs, { action: 'import' }, now);
}

function keysOf(rows: { key: string }[]): string[] {
  return rows.map(({ key }) => key);
}

/**
 * A committee's people lose their right to an event that is moved away: nobody moves these until this write has ended.
 * @throws NotAllowed
 */
async function lockOwn(tx: Writer, actor: Actor, keys: string[]): Promise<void> {
  if (!can(actor.role, 'change events')) await lockEvents(tx, await readEventRows(tx, keys));
  await requireOn(tx, actor, 'change events', keys);
}

type DecideChange = (tx: Writer, before: EventRow) => Promise<{ after: EventRow; why: Why }>;

/** Applies `decide` to an event in one transaction, if it is still as it was seen. @throws NotFound, Stale */
export async function changeIfUnchanged(
  db: Database,
  actor: Actor,
  saved: SeenEvent,
  club: MailingClub,
  decide: DecideChange,
): Promise<void> {
  await db.write(async (tx) => {
    const before = await requireUnchanged(tx, saved, { actor, club });
    const { after, why } = await decide(tx, before);
    await saveOver(tx, before, after, why, { actor, club });
  });
}

/** @throws NotFound, Stale */
async function requireUnchanged(tx: Writer, { key, version }: SeenEvent, by: Editor): Promise<EventRow> {
  const [row] = await readEventRows(tx, [key]);
  if (!row) throw new NotFound('This event has since been removed. Copy what you still need, then close the dialog.');
  if (row.version !== version) throw new Stale(await editableEventOf(tx, toEvent(row), by));
  return row;
}

/** @throws Stale if someone else saved it between reading and writing, which can happen on Postgres. */
async function saveOver(tx: Writer, before: EventRow, after: EventRow, why: Why, by: Editor): Promise<void> {
  if (await changeEvent(tx, before, after, why)) return;
  const current = (await findAnyEvent(tx, before.key)) ?? toEvent(before);
  throw new Stale(await editableEventOf(tx, current, by));
}

/** The input as it is stored; `had` are the files that the event may go on naming. @throws Rejected */
async function columnsOf(tx: Writer, event: EventInput, before: EventRow | null, had: StoredFile[], timeZone: string) {
  return {
    ...(await writeColumns(tx, events, event, () => had)),
    // The kind may have been removed while the dialog was open.
    kind: await lockKind(tx, event.kind),
    form_id: formIdOf(before, event),
    signup_url: event.hasSignup ? event.signupUrl : null,
    google_form_url: event.hasGoogleForm ? event.googleFormUrl : null,
    time_start: moment(event.start, event.startOccurrence, before?.time_start ?? null, timeZone),
    time_end: moment(event.end, event.endOccurrence, before?.time_end ?? null, timeZone),
    publish_at: publishAtOf(event, before, timeZone),
  };
}

function publishAtOf(
  { visibility, publishAt, publishAtOccurrence }: EventInput,
  before: EventRow | null,
  timeZone: string,
): number | null {
  if (visibility === 'Published') return null;
  const former = before?.publish_at === NEVER ? null : (before?.publish_at ?? null);
  return visibility === 'Draft' ? NEVER : moment(publishAt, publishAtOccurrence, former, timeZone);
}

/** A time that was not touched keeps its seconds, which the dialog does not show. */
function moment(wall: string, occurrence: Occurrence, before: number | null, timeZone: string): number | null {
  if (before !== null) {
    const shown = writeWallTime(before, timeZone);
    if (shown.wall === wall && (shown.occurrence === occurrence || shown.occurrence === '')) return before;
  }
  return momentOf(wall, occurrence, timeZone) ?? null;
}

function formIdOf(before: EventRow | null, input: EventInput): string | null {
  return hasOwnForm(input) ? (before?.form_id ?? newShortId()) : null;
}

function formOf(whole: EventInput, { clock: { timeZone }, currency }: PayingClub): FormInput {
  const { fields, responsesDays, asksPerson, ...input } = whole;
  return {
    fields,
    responsesDays: responsesDays === '' ? null : Number(responsesDays),
    settings: !asksPerson
      ? null
      : {
          places: input.places === '' ? null : Number(input.places),
          waitlist: input.waitlist,
          opens: momentOf(input.opens, input.opensOccurrence, timeZone) ?? null,
          closes: momentOf(input.closes, input.closesOccurrence, timeZone) ?? null,
          remindHours: HOURS_OF_REMINDER[input.remind],
          confirms: input.confirms,
          ...audienceOf(input.audience, momentOf(input.membersUntil, input.membersUntilOccurrence, timeZone) ?? null),
          askAgainHours: HOURS_OF_QUESTION[input.askAgain],
          // Without a waitlist there is nobody to pass a place on to.
          passOn: input.passOn && input.askAgain !== 'Not' && input.waitlist && input.places !== '',
          draw: input.givenBy === 'By a draw',
          keepUntil: keepsPlaces(whole)
            ? (momentOf(input.keepUntil, input.keepUntilOccurrence, timeZone) ?? null)
            : null,
          ...priceOf(whole, currency),
        },
  };
}

function priceOf({ price, memberPrice, ...input }: EventInput, currency: string): PriceSettings {
  if (price === '') return FREE;
  const payWithinDays = DAYS_TO_PAY[input.payWithin];
  return {
    price: toCents(parsePrice(price, currency), currency) ?? null,
    memberPrice: memberPrice === '' ? null : (toCents(parsePrice(memberPrice, currency), currency) ?? null),
    howToPay: input.howToPay,
    payWithinDays,
    giveUpUnpaid: input.giveUpUnpaid && payWithinDays !== null,
  };
}
