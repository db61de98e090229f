import { sql } from 'kysely';
import type { Reader, Writer } from '../../../db/db.server.ts';
import { isOver } from '../../events/times.ts';
import { publicEvents, takesPlace } from '../../events/visibility.ts';
import { DONE, type Handler } from '../../jobs/run.ts';
import { shorten } from '../../mail/header-text.ts';
import type { MailingClub } from '../../mail/mail.ts';
import { findForm } from '../../forms/event-form.ts';
import type { Choice } from '../../forms/option-places.ts';
import { beginMailing, writeFirst, type Mailing } from '../mailings.ts';
import { writeOutcome } from '../mails.ts';
import { countIn, findPersonForm } from '../places.ts';
import { countForNewcomer, findRoster, listEntered, setPlaces, takeOptions, type Roster } from '../roster.ts';
import { awaitsDraw, type PersonForm } from '../rules.ts';
import { writeDrawn, type DrawResult } from './drawn.ts';
import { makeSecret } from './enter.ts';
import { orderTickets } from './order.ts';

/**
 * Makes a draw's secret when sign-up opens, and draws once it has closed: each in the transaction that claims the job, and so
 * on one copy, whole or not at all, also where the site stood still at that moment.
 */
export function draws(clubNow: () => MailingClub): Handler {
  return {
    kind: 'draw',
    find: (db, now) => listDue(db, clubNow().clock.timeZone, now),
    async begin(tx, { key }, now) {
      const club = clubNow();
      const roster = await findRoster(tx, key, club.clock.timeZone);
      if (!roster || !isDue(roster.form, now)) return DONE;
      const secret = await findSecret(tx, key);
      // Nobody is drawn by a secret whose fingerprint nobody could see: that comes with the next turn.
      if (secret === null) await makeSecret(tx, roster);
      else if (hasClosed(roster.form, now)) await draw(tx, club, roster, secret, now);
      for (const eventKey of roster.form.eventKeys) tx.changed('places', eventKey);
      return DONE;
    },
  };
}

/** The forms whose secret is missing, or that are to be drawn: mostly none. */
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

/** Anyone who has a place already, by an import, keeps it: as many fewer are drawn. */
async function draw(tx: Writer, club: MailingClub, roster: Roster, secret: string, now: number): Promise<void> {
  const { formId, event, places } = roster.form;
  const entered = await listEntered(tx, formId);
  const { last } = await countForNewcomer(tx, roster);
  const first = Math.max(now, last + 1);
  const byTicket = new Map(entered.map((one) => [one.ticket, one]));
  const tickets = orderTickets(secret, [...byTicket.keys()]);
  const free = places === null ? tickets.length : Math.max(0, places - (await countIn(tx, formId, 'going')));
  const inOrder = tickets.flatMap((ticket) => byTicket.get(ticket) ?? []);
  const missed = await takeOptions(tx, roster, inOrder.slice(0, free));
  await setPlaces(
    tx,
    roster,
    inOrder.map(({ key }, at) => ({ key, since: first + at, state: at < free ? 'going' : 'waiting' })),
  );
  await tx.query
    .updateTable('forms')
    .set({ drawn_at: now, drawn: writeDrawn({ places: free, tickets, ...missedByTicket(inOrder, missed) }) })
    .where('id', '=', formId)
    .execute();
  // It stood still for so long that there is nothing to come to any more.
  if (isOver(event, club.clock.timeZone, now)) return;
  const mailingTo = (state: 'going' | 'waiting', without = ''): Mailing => {
    const name = `drawn-${state}`;
    return {
      ...{ key: `${name}-${formId}`, name, formId, kind: 'draw' },
      message: writeOutcome(club, event, state, without),
      // Who waits may move up before their turn comes: they read that, and nothing of the draw.
      ...{ to: [state], signedUpBy: first + (state === 'going' ? free : tickets.length) - 1 },
    };
  };
  const wordsOf = await namerOf(tx, formId);
  const short = Map.groupBy(
    inOrder.filter(({ key }) => missed.has(key)),
    ({ key }) => wordsOf(missed.get(key) ?? []),
  );
  for (const [without, people] of short) await writeFirst(tx, mailingTo('going', without), people, now);
  for (const state of ['going', 'waiting'] as const) await beginMailing(tx, mailingTo(state), now);
}

function missedByTicket(
  people: { key: string; ticket: string }[],
  missed: ReadonlyMap<string, Choice[]>,
): Pick<DrawResult, 'missed'> {
  const byTicket = people.flatMap(({ key, ticket }): [string, Choice[]][] => {
    const choices = missed.get(key);
    return choices ? [[ticket, choices]] : [];
  });
  return byTicket.length > 0 ? { missed: Object.fromEntries(byTicket) } : {};
}

const MOST_LABEL_CHARACTERS = 100;

/** '‘Early’ (Shift)' */
async function namerOf(db: Reader, formId: string): Promise<(choices: Choice[]) => string> {
  const { fields } = await findForm(db, formId);
  const labels = new Map(fields.map(({ name, description }) => [name, shorten(description, MOST_LABEL_CHARACTERS)]));
  return (choices) => choices.map(([name, option]) => `‘${option}’ (${labels.get(name) ?? name})`).join(', ');
}
