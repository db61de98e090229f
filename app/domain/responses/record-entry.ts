import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { NotFound, Rejected } from '../errors.ts';
import { startOfToday } from '../../time/club-time.ts';
import { toEvent } from '../events/event.ts';
import { isOver } from '../events/fixed-date.ts';
import { checkAnswers } from './check-answers.ts';
import type { Answer } from './fields/field-type.ts';
import { findForm, type SignUpForm } from './event-form.ts';
import { confirmationAddress, confirmSignUp } from '../mail/confirm-sign-up.ts';
import type { MailingClub } from '../mail/mailing-club.ts';
import { storeOnce, type Sending } from './idempotency.ts';

/** A response as it was sent to an event's own form. */
export interface SentEntry extends Sending {
  formId: string;
  /** By field name; nothing about it is known yet. */
  answers: Record<string, unknown>;
  /** In whose name the sign-up is confirmed by mail. */
  club: MailingClub;
}

/** The answers do not fit the form as it is now: `form` tells whoever filled an earlier state of it what changed. */
export class EntryRejected extends Rejected {
  override name = 'EntryRejected';
  readonly form: SignUpForm;

  constructor(form: SignUpForm, fields: Record<string, string>) {
    super('Please fill all required fields, indicated with *', fields);
    this.form = form;
  }
}

/** What became of a response. */
export interface RecordedEntry {
  /** False where it had been stored before. */
  isNew: boolean;
  /** The address that it is confirmed to by mail. */
  confirmedTo: string | undefined;
}

/**
 * Stores a visitor's response to an event's own form (product.md 5): checked against the form as it is stored now,
 * durable when this returns, once however often it is sent, and confirmed by mail where an address was asked for and
 * given. Concurrent responses share a commit.
 * @throws NotFound when no event has this form, it has no fields, or every event that has it is over.
 * @throws EntryRejected with a message per field.
 * @throws SentBefore, AttestationUsed as storeOnce says.
 */
export function recordEntry(
  db: Database,
  { formId, answers: given, club, ...sending }: SentEntry,
): Promise<RecordedEntry> {
  const sent = { ...sending, target: `entry:${formId}`, page: `entry:${formId}`, content: given };
  return db.writeTogether(async (tx) => {
    const isNew = await storeOnce(tx, sent, async (key) => {
      const form = await requireOpenForm(tx, formId);
      await refusePast(tx, formId, startOfToday(club.clock.timeZone));
      const { answers, wrong } = checkAnswers(form.fields, given);
      if (Object.keys(wrong).length > 0) throw new EntryRejected(form, wrong);
      await insertEntry(tx, formId, key, answers);
      await confirmSignUp(tx, club, { key, form, answers });
    });
    // By what was sent alone: the answer tells nobody what else was written to an address today.
    const form = await findForm(tx, formId);
    return { isNew, confirmedTo: confirmationAddress(form, checkAnswers(form.fields, given).answers) };
  });
}

async function refusePast(db: Reader, formId: string, midnight: number): Promise<void> {
  const rows = await db.query.selectFrom('events').selectAll().where('form_id', '=', formId).execute();
  if (rows.every((row) => isOver(toEvent(row), midnight))) {
    throw new NotFound('Sign-up has closed: this event is over.');
  }
}

async function insertEntry({ query, changed }: Writer, formId: string, key: string, answers: Record<string, Answer>) {
  const row = { form_id: formId, key, answers: storable(answers), created_at: Date.now() };
  await query.insertInto('entries').values(row).execute();
  changed('entry', `${formId}/${key}`);
}

/** Answers as JSON that an export gives back and an import takes: no zero character, no half of a character. */
function storable(answers: Record<string, Answer>): string {
  return JSON.stringify(answers, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
}

/**
 * The form with this id, which an event has.
 * @throws NotFound when no event has it, or it has no fields.
 */
export async function requireOpenForm(db: Reader, formId: string): Promise<SignUpForm> {
  const event = await db.query.selectFrom('events').select('key').where('form_id', '=', formId).executeTakeFirst();
  const form = event && (await findForm(db, formId));
  if (!form || form.fields.length === 0) throw new NotFound('This form is closed: the club has taken it down.');
  return form;
}
