import { expect, test } from 'vitest';
import sample from '../../club.config.ts';
import { admin } from '../../test/actors.ts';
import { changeForm, plantTalk, saveTalk } from '../../test/cast.ts';
import { freshDatabase } from '../../test/databases.ts';
import { eventRow, insertEvents } from '../../test/event-rows.ts';
import { runDue } from '../../test/jobs.ts';
import { club } from '../../test/outbox.ts';
import { insertPersonForm } from '../../test/sign-ups.ts';
import type { Handler } from '../domain/jobs/run.ts';
import { cancelEvent } from '../domain/event-changes/cancel-event.ts';
import { requireAnyEvent } from '../domain/events/with-drafts.ts';
import type { ClubForm } from '../domain/forms/club-form.ts';
import { listClubForms } from '../domain/forms/club-forms.ts';
import { requestSubscription, subscriptionRequests } from '../domain/digest/subscribe.ts';
import { PERSON_FIELDS } from '../domain/forms/event-form-definition.ts';
import { GENDERS } from '../domain/forms/member-sign-up.ts';
import type { MailKind } from '../domain/mail/mail.ts';
import { cardRequests, requestCard } from '../domain/members/card-requests.ts';
import { viewMembers } from '../domain/members/list.ts';
import { markAsPaid } from '../domain/members/pay.ts';
import { renewals } from '../domain/members/renewal.ts';
import { FIELD_TYPES, QUESTIONS } from '../domain/questions/index.ts';
import type { Question } from '../domain/questions/conditions.ts';
import { recordEntry, recordSubmission } from '../domain/responses/record-response.ts';
import { drawJobs } from '../domain/sign-ups/draw/draw.ts';
import { cancelByLink, confirmByLink } from '../domain/sign-ups/by-link.ts';
import { mailingJobs } from '../domain/sign-ups/mailings.ts';
import { sendMessage } from '../domain/sign-ups/messages.ts';
import { reminderJobs } from '../domain/sign-ups/reminders.ts';
import { passOnJobs } from '../domain/sign-ups/commands/pass-on.ts';
import { questionJobs } from '../domain/sign-ups/still-coming.ts';
import { clubDay, dayPlus } from '../time/club-day.ts';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';

/** Each kind of mail, and who can cause one to an address that nobody has confirmed. A new kind has to find its place here. */
const CAUSES: Record<MailKind, 'a stranger' | 'an admin'> = {
  'chat invite': 'a stranger',
  'contact message': 'a stranger',
  'event confirmation': 'a stranger',
  'sign-up': 'a stranger',
  'sign-up confirmation': 'a stranger',
  'sign-up link': 'a stranger',
  place: 'a stranger',
  draw: 'a stranger',
  'membership card': 'a stranger',
  // Officers cause these, and strangers are among those to whom they go.
  'event reminder': 'a stranger',
  'event change': 'a stranger',
  message: 'a stranger',
  subscription: 'a stranger',
  membership: 'a stranger',
  invitation: 'an admin',
  // To who has confirmed it.
  digest: 'an admin',
  date: 'an admin',
  proposal: 'an admin',
};

const MARK = 'cheap-pills-at-evil.example';
/** The mark is in the address too: no mail repeats it. */
const addressOf = (name: string) => `${name}.${MARK}@example.com`;
const FIELDS: Question[] = FIELD_TYPES.map((type) => ({
  name: `a ${type}`,
  type,
  description: `A ${type}`,
  required: false,
  options: QUESTIONS[type].hasOptions ? ['One', 'Two'] : [],
}));

const { db } = freshDatabase();

let sent = 0;
const once = () => ({ attestation: `attestation-${++sent}`, idempotencyKey: `once-${sent}` });

/** A form with the mark in every field that takes it. */
function marked({ fields }: Pick<ClubForm, 'fields'>, email: string): Record<string, unknown> {
  const takes = [MARK, email, GENDERS[0], '1', true];
  return Object.fromEntries(
    fields.map(({ name, read }) => [name, takes.find((given) => !('wrong' in read(name === 'email' ? email : given)))]),
  );
}

function signUp(formId: string, email: string): ReturnType<typeof recordEntry> {
  const typed = { name: MARK, email, 'a text': MARK, 'a long': MARK, 'a radio': 'One', 'a several': ['Two'] };
  return recordEntry(db, { ...once(), formId, club, firstHalf: 'EVIL', answers: { ...typed, 'a checkbox': true } });
}

async function tokenOf(email: string): Promise<string> {
  const mails = db.query.selectFrom('outbox').select('secret').where('recipient', '=', email);
  const rows = await mails.where('secret', 'is not', null).orderBy('created_at').orderBy('key').execute();
  return rows.at(-1)?.secret ?? '';
}

async function work(handler: Handler, now?: number): Promise<void> {
  await runDue(db, handler, now);
}

async function fillEveryClubForm(): Promise<void> {
  for (const form of listClubForms(sample.club)) {
    const answers = marked(form, addressOf(form.id));
    await recordSubmission(db, {
      ...once(),
      form,
      club,
      hasMembers: true,
      answers: { ...answers, email: addressOf(form.id) },
    });
  }
}

async function askForCards(): Promise<void> {
  await requestCard(db, addressOf('signup'));
  await work(cardRequests(() => club));
  const { rows } = await viewMembers(db, admin, club.clock, { search: '', show: 'everyone', limit: 9 });
  const today = clubDay(club.clock.timeZone);
  const seen = rows.map(({ key, version }) => ({ key, version }));
  await markAsPaid(db, admin, club, seen, { on: today, until: dayPlus(today, 20), how: 'cash', note: '' });
  await work(renewals(() => club));
}

async function askForTheMailOfTheWeek(): Promise<void> {
  await requestSubscription(db, addressOf('seventh'));
  await work(subscriptionRequests(() => club));
}

/** What waits to be sent; a cancelled event takes some of it back. */
async function waitingMails(): Promise<{ kind: string; recipient: string; message: string }[]> {
  await work(mailingJobs());
  return db.query.selectFrom('outbox').select(['kind', 'recipient', 'message']).execute();
}

/** Signs up to an event of one place, which is reminded of, asked about, changed and written about. */
async function liveThroughTheTalk(): Promise<void> {
  const start = Date.now() + 20 * HOUR_MS;
  const form = { fields: JSON.stringify([...PERSON_FIELDS, ...FIELDS]), remind_hours: 24 };
  await plantTalk(db, { event: { time_start: start }, form });
  for (const name of ['first', 'second', 'third']) await signUp('form', addressOf(name));
  await signUp('form', addressOf('first')).catch(() => undefined);
  await cancelByLink(db, club, await tokenOf(addressOf('first')));
  await changeForm(db, { ask_again_hours: 24, pass_on: 1 });
  await db.write(({ query }) => query.updateTable('entries').set({ since: 1 }).where('state', '=', 'going').execute());
  await work(reminderJobs(() => club));
  await work(questionJobs(() => club));
  await work(
    passOnJobs(() => club),
    start - HOUR_MS,
  );
  await saveTalk(db, { location: 'Room 7' });
  await sendMessage(db, admin, club, {
    ...once(),
    eventKey: 'talk',
    to: 'Everyone',
    subject: 'Hello',
    message: 'Hello',
  });
}

async function cancelTheTalk(): Promise<void> {
  const { key, version } = await requireAnyEvent(db, 'talk');
  await cancelEvent(db, admin, { key, version, input: { reason: '' } }, club);
}

/** Enters a draw, confirms it, and is drawn. */
async function enterTheDraw(): Promise<void> {
  await insertEvents(db, eventRow('draw', { form_id: 'drawn', time_start: Date.now() + 9 * DAY_MS }));
  const fields = JSON.stringify([...PERSON_FIELDS, ...FIELDS]);
  await insertPersonForm(db, 'drawn', { fields, draw: 1, places: 1, closes: Date.now() + HOUR_MS });
  for (const email of [addressOf('fourth'), addressOf('fifth')]) {
    await signUp('drawn', email);
    await confirmByLink(db, club, await tokenOf(email));
  }
  await work(
    drawJobs(() => club),
    Date.now() + 2 * HOUR_MS,
  );
}

async function askWithoutAPerson(): Promise<void> {
  await insertEvents(db, eventRow('fair', { form_id: 'plain', time_start: Date.now() + DAY_MS }));
  const email = { name: 'email', type: 'text', description: 'Email', required: true, options: [] };
  await insertPersonForm(db, 'plain', {
    asks_person: null,
    fields: JSON.stringify([email, PERSON_FIELDS[0], ...FIELDS]),
  });
  await signUp('plain', addressOf('sixth'));
}

test('what anybody types into any form reaches the club, and nobody else by mail', async () => {
  await fillEveryClubForm();
  await askForCards();
  await askForTheMailOfTheWeek();
  await askWithoutAPerson();
  await liveThroughTheTalk();
  await enterTheDraw();
  const before = await waitingMails();
  await cancelTheTalk();
  const mails = [...before, ...(await waitingMails())];
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(
    new Set(Object.entries(CAUSES).flatMap(([kind, cause]) => (cause === 'a stranger' ? [kind] : []))),
  );
  const reached = mails.filter(({ message }) => message.includes(MARK));
  expect(new Set(reached.map(({ kind, recipient }) => `${kind} to ${recipient}`))).toEqual(
    new Set([`contact message to ${club.email}`]),
  );
});
