import type { Reader, Writer } from '../../db/db.server.ts';
import type { EntryRow } from '../../db/tables.ts';
import { HOUR_MS } from '../../time/durations.ts';
import type { DatedEvent } from '../events/times.ts';
import { lockForms } from '../forms/lock-forms.ts';
import { whileDue, type Handler } from '../jobs/run.ts';
import type { MailingClub } from '../mail/mail.ts';
import { listDueBeforeStart, type HoursBefore } from './before-start.ts';
import { signUpMailsKey } from './mail-about-responses.ts';
import { beginMailing, findBeginTimes, skipMailing } from './mailings.ts';
import { writeQuestion } from './mails.ts';
import { noteAsked } from './carry-out.ts';
import { findPersonForm } from './places.ts';
import { toSignUp } from './read-sign-ups.ts';
import type { SignUp } from './state.ts';
import { ALLOWED_QUESTION_HOURS } from './reminder-hours.ts';
import { entriesOf } from '../forms/entries.ts';

const LONGEST_MS = Math.max(...ALLOWED_QUESTION_HOURS) * HOUR_MS;
/** People who have not answered this long before the start count as not coming. */
export const SILENT_UNTIL_MS = 6 * HOUR_MS;

/** An event whose people are asked ‘Still coming?’, for one start. */
export interface Question extends Pick<HoursBefore, 'event' | 'moment' | 'savedAt'> {
  /** A question with the same key is asked once. */
  key: string;
  formId: string;
  passesOn: boolean;
}

/** Asks those who go, once for each start, even if the site was down then; nobody is asked once the event has begun. */
export function questionJobs(clubNow: () => MailingClub): Handler {
  return whileDue('question', listDueQuestions, (tx, due, now) => ask(tx, clubNow(), due, now));
}

/** This is also the last part of the key of each person's mail. */
export function questionName({ key, start }: Pick<DatedEvent, 'key' | 'start'>): string {
  return `still-coming-${key}-${start}`;
}

async function listDueQuestions(db: Reader, now: number): Promise<Question[]> {
  const due = (await listQuestions(db, now)).filter(({ moment }) => moment <= now);
  const known = await findBeginTimes(db, due);
  return due.filter(({ key }) => !known.has(key));
}

export async function listQuestions(db: Reader, now: number): Promise<Question[]> {
  const soon = await listDueBeforeStart(db, 'ask_again_hours', LONGEST_MS, now);
  return soon.map(({ form, ...rest }) => {
    const passesOn = form.pass_on === 1 && form.places !== null && form.waitlist !== 0;
    return { ...rest, key: questionName(rest.event), formId: form.id, passesOn };
  });
}

async function ask(tx: Writer, club: MailingClub, question: Question, now: number): Promise<void> {
  const { key, formId, event, moment, passesOn } = question;
  await lockForms(tx, [formId]);
  if (!(await findPersonForm(tx, formId, club.clock.timeZone))) return;
  await noteAsked(tx, formId, { event, moment });
  await beginMailing(
    tx,
    {
      key,
      formId,
      name: key,
      kind: 'event reminder',
      message: writeQuestion(club, event, passesOn ? event.start - SILENT_UNTIL_MS : null),
      to: ['going'],
      signedUpBy: moment,
      before: { eventKey: event.key, start: event.start },
    },
    now,
  );
}

/** Events that an import brings after their moment to ask are not asked about. */
export async function skipQuestions(
  tx: Writer,
  isNew: (question: Pick<Question, 'savedAt'>) => boolean,
  now = Date.now(),
): Promise<void> {
  for (const one of await listDueQuestions(tx, now)) if (isNew(one)) await skipMailing(tx, one, now);
}

/** People whose mail was sent and who did not answer, latest sign-up first. */
export async function listSilent(tx: Writer, formId: string, event: DatedEvent): Promise<SignUp[]> {
  const rows = await entriesOf(tx, formId)
    .selectAll()
    .where('state', '=', 'going')
    .where('asked_for', '=', event.start)
    .where((is) => is.or([is('coming_for', 'is', null), is('coming_for', '!=', event.start)]))
    .where('checked_in', 'is', null)
    .orderBy('since', 'desc')
    .orderBy('key', 'desc')
    .execute();
  const mails = await tx.query
    .selectFrom('outbox')
    .select('key')
    .where('key', 'like', 'sign-up-%')
    .where('kind', '=', 'event reminder')
    .where('sent_at', 'is not', null)
    .execute();
  const sent = new Set(mails.map(({ key }) => key));
  const wasAsked = ({ key }: EntryRow) => sent.has(`${signUpMailsKey({ formId, key })}${questionName(event)}`);
  return rows.filter(wasAsked).map(toSignUp);
}

/** What people answered, as officers see it; null if nobody was asked. */
export interface StillComing {
  text: string;
  come: string[];
  cannot: string[];
  silent: string[];
}

export async function viewStillComing(
  db: Reader,
  formId: string,
  start: number | null,
  nameOf: (signUp: SignUp) => string,
): Promise<StillComing | null> {
  if (start === null) return null;
  const asked = entriesOf(db, formId).selectAll().where('asked_for', '=', start);
  const answering = asked.where('state', 'in', ['going', 'cancelled']);
  const rows = await answering.orderBy('since').orderBy('key').execute();
  const namesOf = (signUps: EntryRow[]) => signUps.map((row) => nameOf(toSignUp(row)));
  const going = rows.filter(({ state }) => state === 'going');
  const come = namesOf(going.filter(({ coming_for: said }) => said === start));
  const silent = namesOf(going.filter(({ coming_for: said }) => said !== start));
  const cannot = namesOf(rows.filter(({ state }) => state === 'cancelled'));
  const wasAsked = rows.length > 0;
  const [a, b, c] = [come, cannot, silent].map(({ length }) => length.toLocaleString('en'));
  return wasAsked ? { text: `${a} come, ${b} cannot, ${c} have not answered`, come, cannot, silent } : null;
}
