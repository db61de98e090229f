import { toZoned, parseDateTime } from '@internationalized/date';
import type { Database } from '../app/db/db.server.ts';
import type { EntryRow, FormRow } from '../app/db/tables.ts';
import { run } from '../app/domain/sign-ups/carry-out.ts';
import type { Command } from '../app/domain/sign-ups/decide.ts';
import { readStanding, requireLockedPlaces, type DecisionNeeds } from '../app/domain/sign-ups/standing.ts';
import type { SignUp } from '../app/domain/sign-ups/state.ts';
import { newKey } from '../app/domain/keys.ts';
import { rewriteChoices } from '../app/domain/forms/chosen-options.ts';
import { findForm } from '../app/domain/forms/event-form.ts';
import { NO_MONEY } from '../app/transfer/collections/bill.ts';
import { club } from './outbox.ts';

/** A form that asks for a person, changed by `given`. */
export async function insertPersonForm(db: Database, id: string, given: Partial<FormRow> = {}): Promise<void> {
  const row = { asks_person: 1, fields: '[]', remind_hours: 24, version: 1, updated_at: 0, ...given };
  await db.write(({ query }) =>
    query
      .insertInto('forms')
      .values({ id, ...row })
      .execute(),
  );
}

/** Somebody who signed up long ago and goes, changed by `given`; their address is made of the key. */
export function signUpRow(formId: string, key: string, given: Partial<EntryRow> = {}): EntryRow {
  const email = `${key}@example.edu`;
  return {
    form_id: formId,
    key,
    email,
    state: 'going',
    created_at: 1,
    since: 1,
    checked_in: null,
    check_ins: null,
    asked_for: null,
    coming_for: null,
    ticket: null,
    ...NO_MONEY,
    answers: JSON.stringify({ name: key, email }),
    ...given,
  };
}

/** After their forms, whose limits say which of their choices are stored. */
export async function insertSignUps(db: Database, rows: EntryRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 1000) {
    await db.write(({ query }) =>
      query
        .insertInto('entries')
        .values(rows.slice(at, at + 1000))
        .execute(),
    );
  }
  for (const id of new Set(rows.map(({ form_id: form }) => form)))
    await db.write(async (tx) => rewriteChoices(tx, await findForm(tx, id)));
}

/** What becomes of a command to one form; gives back whom it concerned. Nobody is written to about having signed up. */
export async function command(
  db: Database,
  formId: string,
  given: Command,
  { now = Date.now(), ...needs }: DecisionNeeds & { now?: number } = {},
): Promise<SignUp> {
  return db.writeTogether(async (tx) => {
    const { lockedForm, form } = await requireLockedPlaces(tx, formId, club.clock.timeZone, now);
    const standing = await readStanding(tx, club, lockedForm, form, needs, now);
    const { signUp } = await run(tx, club, standing, given, { now });
    if (!signUp) throw new Error('Nobody is signed up by it.');
    return signUp;
  });
}

type Newcomer = Partial<Omit<Command & { kind: 'send' }, 'kind'>> & { now?: number };

/** Somebody signs up with this address, without the mail that says so. */
export async function signUp(db: Database, email: string, given: Newcomer = {}, formId = 'form'): Promise<SignUp> {
  const { now, key = newKey(), answers = { name: email, email }, by = 'visitor', ...rest } = given;
  const needs = { key, answers, ...(now !== undefined && { now }) };
  const made = await command(db, formId, { kind: 'send', by, key, answers, ...rest }, needs);
  await db.write(({ query }) => query.deleteFrom('outbox').where('kind', '=', 'sign-up').execute());
  return made;
}

/** Somebody gives up their place. */
export function cancel(db: Database, key: string, now = Date.now(), formId = 'form'): Promise<SignUp> {
  return command(db, formId, { kind: 'cancel' }, { key, movesUp: true, now });
}

/** Who is written to about what, in order: 'ana: Reminder: Talk'. */
export async function listMails(db: Database): Promise<string[]> {
  const rows = await db.query.selectFrom('outbox').select(['recipient', 'message']).execute();
  return rows.map(({ recipient, message }) => `${recipient.split('@')[0]}: ${JSON.parse(message).subject}`).toSorted();
}

/** Epoch milliseconds of a time on a zone's clocks. */
export function clockTime(wall: string, timeZone: string): number {
  return toZoned(parseDateTime(wall), timeZone).toDate().getTime();
}
