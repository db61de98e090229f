import { sql } from 'kysely';
import type { Reader, Writer } from '../../../db/db.server.ts';
import { newEdition } from '../../events/calendar-edition.ts';
import { isOver } from '../../events/times.ts';
import { formsInUse } from '../../events/visibility.ts';
import { DONE, type Handler } from '../../jobs/run.ts';
import { shorten } from '../../mail/header-text.ts';
import type { MailingClub } from '../../mail/mail.ts';
import type { EventFormField } from '../../forms/event-form-definition.ts';
import type { Choice } from '../../forms/option-places.ts';
import { beginMailing, writeFirst, type Mailing } from '../mailings.ts';
import { writeDrawMailing } from '../mails.ts';
import { run } from '../carry-out.ts';
import type { Standing } from '../decide.ts';
import { ownPayment, type OwnPayment } from '../payments/sentences.ts';
import { findPersonForm } from '../places.ts';
import { listDrawn } from '../read-sign-ups.ts';
import { awaitsDraw, type PersonForm } from '../rules.ts';
import { lockForm, personFormOf, readStanding, type LockedForm } from '../standing.ts';
import type { DrawResult } from './result.ts';
import { makeSecretOf } from './enter.ts';

/**
 * Makes a draw's secret when sign-up opens, and draws once it has closed, even if the site was down at that moment.
 * Each happens in the transaction that claims the job: on one copy only, and whole or not at all.
 */
export function drawJobs(clubNow: () => MailingClub): Handler {
  return {
    kind: 'draw',
    find: (db, now) => listDue(db, clubNow().clock.timeZone, now),
    async begin(tx, { key }, now) {
      const club = clubNow();
      const lockedForm = await lockForm(tx, key);
      const form = personFormOf(lockedForm, club.clock.timeZone, now);
      if (!form || !isDue(form, now)) return DONE;
      // Never draw with a secret whose fingerprint nobody could see: the draw follows on the job's next run.
      if (lockedForm.secret === null) await makeSecretOf(tx, key);
      else if (hasClosed(form, now)) await draw(tx, club, lockedForm, form, now);
      for (const eventKey of form.eventKeys) tx.changed('places', eventKey);
      return DONE;
    },
  };
}

/** Forms that need a secret or are to be drawn now; usually none. */
async function listDue(db: Reader, timeZone: string, now: number): Promise<string[]> {
  const rows = await db.query
    .selectFrom('forms')
    .select('id')
    .where('draw', '=', sql.lit(1))
    .where('asks_person', '=', 1)
    .where('drawn_at', 'is', null)
    .where((is) => is.or([is('closes', '<=', now), is('draw_secret', 'is', null)]))
    .where('id', 'in', formsInUse(db))
    .execute();
  const due: string[] = [];
  for (const { id } of rows) {
    const form = await findPersonForm(db, id, timeZone, now);
    if (form && isDue(form, now) && (hasClosed(form, now) || (await findSecret(db, id)) === null)) due.push(id);
  }
  return due;
}

/** No places are drawn for a cancelled event, or for one that the public does not see. */
function isDue(form: PersonForm, now: number): boolean {
  const hasOpened = form.opens === null || form.opens <= now;
  return awaitsDraw(form) && (hasOpened || hasClosed(form, now)) && !form.event.cancelled && form.eventKeys.length > 0;
}

function hasClosed({ closes }: PersonForm, now: number): boolean {
  return closes !== null && closes <= now;
}

async function findSecret({ query }: Reader, id: string): Promise<string | null> {
  const row = await query.selectFrom('forms').select('draw_secret').where('id', '=', id).executeTakeFirst();
  return row?.draw_secret ?? null;
}

async function draw(
  tx: Writer,
  club: MailingClub,
  lockedForm: LockedForm,
  form: PersonForm,
  now: number,
): Promise<void> {
  const standing = await readStanding(tx, club, lockedForm, form, { draws: true }, now);
  const { drawResult } = await run(tx, club, standing, { kind: 'draw' }, { now });
  // If the site was down until the event was over, nobody gets a mail.
  if (drawResult && !isOver(form.event, club.clock.timeZone, now))
    await mailDrawResult(tx, club, standing, drawResult, now);
}

/**
 * Sends one mailing to those who have a place, and one to those who wait. People who missed an option are written to
 * first, with a text of their own.
 */
async function mailDrawResult(
  tx: Writer,
  club: MailingClub,
  { form, fields, entered, lastSince }: Standing,
  { places, tickets, missed = {} }: DrawResult,
  now: number,
): Promise<void> {
  const { formId, event } = form;
  const first = Math.max(now, lastSince + 1);
  const edition = await newEdition(tx, event, now);
  const mailingTo = (state: 'going' | 'waiting', without = '', payment: OwnPayment | null = null): Mailing => {
    const name = `drawn-${state}`;
    return {
      key: `${name}-${formId}`,
      name,
      formId,
      kind: 'draw',
      message: writeDrawMailing(club, event, state, without, edition, payment),
      // Somebody who waits may move up before this mailing reaches them: then they read that, and nothing about the
      // draw.
      to: [state],
      signedUpBy: first + (state === 'going' ? places : tickets.length) - 1,
    };
  };
  const namesOfMissed = (ticket: string) => nameChoices(fields, missed[ticket] ?? []);
  // Each person owes their own amount, which one text for all cannot say.
  if (form.price !== null)
    for (const one of await listDrawn(tx, formId, first))
      await writeFirst(
        tx,
        mailingTo('going', namesOfMissed(one.ticket ?? ''), ownPayment(one, form, club, now)),
        [one],
        now,
      );
  const missedOut = Map.groupBy(
    entered.filter(({ ticket }) => Object.hasOwn(missed, ticket)),
    ({ ticket }) => namesOfMissed(ticket),
  );
  for (const [without, people] of missedOut) await writeFirst(tx, mailingTo('going', without), people, now);
  for (const state of ['going', 'waiting'] as const) await beginMailing(tx, mailingTo(state), now);
}

const MOST_LABEL_CHARACTERS = 100;

/** '‘Early’ (Shift)' */
function nameChoices(fields: EventFormField[], choices: Choice[]): string {
  const labels = new Map(fields.map(({ name, description }) => [name, shorten(description, MOST_LABEL_CHARACTERS)]));
  return choices.map(([name, option]) => `‘${option}’ (${labels.get(name) ?? name})`).join(', ');
}
