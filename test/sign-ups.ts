import { toZoned, parseDateTime } from '@internationalized/date';
import type { Database, Writer } from '../app/db/db.server.ts';
import type { EntryRow, FormRow } from '../app/db/tables.ts';
import { requireRoster, type Roster } from '../app/domain/sign-ups/roster.ts';
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
    ...{ form_id: formId, key, email, state: 'going', created_at: 1, since: 1, checked_in: null, check_ins: null },
    ...{ asked_for: null, coming_for: null },
    ticket: null,
    answers: JSON.stringify({ name: key, email }),
    ...given,
  };
}

export async function insertSignUps(db: Database, rows: EntryRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 1000) {
    await db.write(({ query }) =>
      query
        .insertInto('entries')
        .values(rows.slice(at, at + 1000))
        .execute(),
    );
  }
}

/** Does `work` in a write that holds a form's places. */
export function withRoster<T>(
  db: Database,
  formId: string,
  work: (tx: Writer, roster: Roster) => Promise<T>,
): Promise<T> {
  return db.write(async (tx) => work(tx, await requireRoster(tx, formId, club.clock.timeZone)));
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
