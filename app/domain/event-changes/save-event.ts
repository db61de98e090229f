import type { Database, Writer } from '../../db/db.server.ts';
import { checkInput } from '../check-input.ts';
import { keyTime, newKey } from '../keys.ts';
import type { MailingClub } from '../mail/mail.ts';
import { addOnce, type Once } from '../records/add-once.ts';
import { isFormChanged } from './save-form.ts';
import { findSettings } from '../sign-ups/places.ts';
import { listOverdue } from '../sign-ups/read-sign-ups.ts';
import type { PayingClub } from '../sign-ups/payments/sentences.ts';
import { unpaidPlacesSentence } from '../sign-ups/payments/unpaid-places-sentences.ts';
import { guidOf } from '../files/stored-file.ts';
import { requireSomewhere, type Actor } from '../actor.ts';
import { requireOn } from '../events/rights.ts';
import { proposalBy, requireRightToGive, requireToStayPublic, requireRightToWholeForm } from './committee-rights.ts';
import { DAY_MS } from '../../time/durations.ts';
import { findAnyEvent, readEventRows } from '../events/with-drafts.ts';
import { changeEvent } from './change.ts';
import { eventInput } from './event-input.ts';
import { EMPTY_EVENT, filesOfEvent, toEvent, type EventRow } from '../events/event.ts';
import { isRecordInTrash } from '../trash.ts';
import { announceOnce, repeatsOf } from '../events/repeats.ts';
import { lockOwn, requireUnchanged, saveOver, type EventUpdate } from './seen-event.ts';
import { columnsOf, formOf } from './columns-of-input.ts';

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
    const right = await requireRightToGive(tx, actor, event.committee, '');
    const proposal = proposalBy(actor, right, null);
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

/**
 * Saves an event in one transaction (product.md 4, Saving an event). People who signed up are told of another time or
 * place unless the input says not to. Returns the version to save over next, and in words what was changed on the way.
 * @throws NotAllowed, Rejected, NotFound, Stale with the current EditableEvent when someone else saved it meanwhile.
 */
export async function updateEvent(
  db: Database,
  actor: Actor | null,
  { input, ...seen }: EventUpdate,
  club: MailingClub,
): Promise<{ version: number; note?: string }> {
  requireSomewhere(actor, 'change events');
  const { timeZone } = club.clock;
  const isEndOptional = (await findAnyEvent(db, seen.key))?.end === null;
  const event = checkInput(eventInput(timeZone, club.currency, { isEndOptional }), input);
  return db.write(async (tx) => {
    await lockOwn(tx, actor, [seen.key]);
    const before = await requireUnchanged(tx, seen, { actor, club });
    const right = await requireRightToGive(tx, actor, event.committee, before.committee ?? '');
    const had = filesOfEvent(toEvent(before));
    const columns = await columnsOf(tx, event, before, had, timeZone);
    requireToStayPublic(right, before, columns.publish_at);
    const after = { ...before, ...columns, ...proposalBy(actor, right, before) };
    const typedForm = formOf(event, club);
    const isFormEdited = after.form_id !== null && (await isFormChanged(tx, after.form_id, typedForm));
    if (isFormEdited && after.form_id !== null && after.form_id === before.form_id)
      await requireRightToWholeForm(tx, actor, after.form_id);
    const form = isFormEdited ? typedForm : undefined;
    const why = { action: 'edit', actor, club, form, tellsSignUps: event.tellSignUps } as const;
    await saveOver(tx, before, after, why, { actor, club });
    if (isFormEdited) await raiseVersionOfSharers(tx, after);
    const note = typedForm.settings?.giveUpUnpaid ? unpaidPlacesSentence(await countKept(tx, after.form_id)) : '';
    return { version: seen.version + 1, ...(note && { note }) };
  });
}

/** How many unpaid places are kept since the save took ‘Give up unpaid places’ off the form. */
async function countKept(tx: Writer, formId: string | null): Promise<number> {
  const settings = formId === null ? undefined : await findSettings(tx, formId);
  return formId === null || !settings || settings.giveUpUnpaid ? 0 : (await listOverdue(tx, formId, Date.now())).length;
}

/** An officer who has another event with this form open must not save the form's old definition over the new one. */
async function raiseVersionOfSharers(tx: Writer, { key, form_id }: EventRow): Promise<void> {
  const having = await tx.query.selectFrom('events').select('key').where('form_id', '=', form_id).execute();
  for (const other of having) if (other.key !== key) await raiseVersion(tx, other.key);
}

async function raiseVersion(tx: Writer, key: string): Promise<void> {
  const [row] = await readEventRows(tx, [key]);
  // On Postgres, someone else may save it at this moment.
  if (row && !(await changeEvent(tx, row, row, { action: 'shared form changed' }))) await raiseVersion(tx, key);
}
