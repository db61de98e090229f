import { sql } from 'kysely';
import type { Reader, Writer } from '../../../db/db.server.ts';
import { newEdition } from '../../events/calendar-edition.ts';
import { isOver } from '../../events/times.ts';
import { publicEvents, takesPlace } from '../../events/visibility.ts';
import { DONE, type Handler } from '../../jobs/run.ts';
import { shorten } from '../../mail/header-text.ts';
import type { MailingClub } from '../../mail/mail.ts';
import type { EventFormField } from '../../forms/event-form-definition.ts';
import type { Choice } from '../../forms/option-places.ts';
import { beginMailing, writeFirst, type Mailing } from '../mailings.ts';
import { writeOutcome } from '../mails.ts';
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
 * Makes a draw's secret when sign-up opens, and draws once it has closed: each in the transaction that claims the job, and so
 * on one copy, whole or not at all, also if the site was down at that moment.
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
      // Nobody is drawn by a secret whose fingerprint nobody could see: that comes with the next turn.
      if (lockedForm.secret === null) await makeSecretOf(tx, key);
      else if (hasClosed(form, now)) await draw(tx, club, lockedForm, form, now);
      for (const eventKey of form.eventKeys) tx.changed('places', eventKey);
      return DONE;
    },
  };
}

/** The forms whose secret is missing, or that are to be drawn: usually none. */
async function listDue(db: Reader, timeZone: string, now: number): Promise<string[]> {
  const rows = await db.query
    .selectFrom('forms')
    .select('id')
    .where('draw', '=', sql.lit(1))
    .where('asks_person', '=', 1)
    .where('drawn_at', 'is', null)
    .where((is) => is.or([is('closes', '<=', now), is('draw_secret', 'is', null)]))
    .where(
      'id',
      'in',
      publicEvents(db)
        .select('form_id')
        .where('form_id', 'is not', null)
        .where(takesPlace)
        .$castTo<{ form_id: string }>(),
    )
    .execute();
  const due: string[] = [];
  for (const { id } of rows) {
    const form = await findPersonForm(db, id, timeZone, now);
    if (form && isDue(form, now) && (hasClosed(form, now) || (await findSecret(db, id)) === null)) due.push(id);
  }
  return due;
}

/** A cancelled event draws nothing, nor does one that the public does not see. */
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
  // If the site was down until the event was over, nobody is written to.
  if (drawResult && !isOver(form.event, club.clock.timeZone, now))
    await mailDrawResult(tx, club, standing, drawResult, now);
}

/** One mailing to those who have a place, one to those who wait; whoever missed an option is written to first, with their own text. */
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
      message: writeOutcome(club, event, state, without, edition, payment),
      // Whoever waits may move up before their turn comes: they read that, and nothing of the draw.
      to: [state],
      signedUpBy: first + (state === 'going' ? places : tickets.length) - 1,
    };
  };
  const namesOfMissed = (ticket: string) => nameChoices(fields, missed[ticket] ?? []);
  // What each owes is their own: no mailing says it.
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
