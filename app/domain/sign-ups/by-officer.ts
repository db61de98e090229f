import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { NotFound, Rejected } from '../errors.ts';
import type { ClubEvent } from '../events/event.ts';
import { requireAnyEvent } from '../events/with-drafts.ts';
import { newKey } from '../keys.ts';
import type { MailingClub } from '../mail/mail.ts';
import { findForm } from '../forms/event-form.ts';
import type { Answers } from '../questions/answer.ts';
import { addOnce, type Once } from '../records/add-once.ts';
import { requireSomewhere, type Actor } from '../actor.ts';
import { mayOn, requireOn } from '../events/rights.ts';
import { addSignUp, changeAnswersByHand } from './by-hand.ts';
import { countSignUps, countsText, signUpName } from './list-sign-ups.ts';
import { run, type Outcome } from './carry-out.ts';
import { moveUp } from './commands/move-up.ts';
import type { Command } from './decide.ts';
import { forgetLinks, isLinkFollowed } from './links.ts';
import { sendLink, sendToCorrected } from './send-mails.ts';
import { countPayments, listPayments, paymentsText } from './payments/list-payments.ts';
import type { PayingClub } from './payments/sentences.ts';
import { PERSON } from './person.ts';
import { arePlacesKept } from './kept-places.ts';
import { countLimitedOptions, findPersonFormOf } from './places.ts';
import { positionOf, requireSignUp } from './read-sign-ups.ts';
import { NoPlace, SignedUpAlready } from './refusals.ts';
import type { PersonForm } from './rules.ts';
import { lockPlaces, readStanding, type LockedPlaces } from './standing.ts';
import { viewStillComing } from './still-coming.ts';

interface SignUpOfEvent {
  eventKey: string;
  key: string;
}

/** Somebody an officer adds. `beyondLimit`: the officer agreed to let in one more than there are places. */
interface AddByOfficer extends Once {
  eventKey: string;
  answers: Record<string, unknown>;
  beyondLimit: boolean;
}

export type OfficersView = NonNullable<Awaited<ReturnType<typeof viewSignUps>>>;

/** How an event's sign-ups stand; null if its form does not ask for a person, or `actor` may not act on them. */
export async function viewSignUps(db: Reader, actor: Actor | null, event: ClubEvent, club: PayingClub) {
  const mayAct = await mayOn(db, actor, 'handle responses', [event.key]);
  const form = mayAct && (await findPersonFormOf(db, event, club.clock.timeZone));
  if (!form) return null;
  const counts = await countSignUps(db, form);
  const { fields } = await findForm(db, form.formId);
  const options = await countLimitedOptions(db, form, { id: form.formId, fields });
  const areKept = arePlacesKept(form, Date.now());
  const stillComing = await viewStillComing(db, form.formId, event.start, ({ answers }) => signUpName(answers));
  const payments = await listPayments(db, event, club);
  const isPriced = form.price !== null || payments.length > 0;
  return {
    counts,
    summary: countsText(counts),
    /** null if the event costs nothing and never did. */
    paymentsSummary: isPriced ? paymentsText(countPayments(payments), club) : null,
    fields,
    options,
    areKept,
    stillComing,
  };
}

/** @throws NotFound */
export async function requireFormOfEvent(db: Reader, eventKey: string, timeZone: string): Promise<PersonForm> {
  const form = await findPersonFormOf(db, await requireAnyEvent(db, eventKey), timeZone);
  if (!form) throw new NotFound('This event’s form does not ask for names.');
  return form;
}

interface OfficerWrite {
  tx: Writer;
  actor: Actor;
  club: MailingClub;
  places: LockedPlaces;
  /** Notes the write in the activity log as this officer's. */
  note: (verb: 'added' | 'updated') => Promise<void>;
}

/**
 * Makes a function of what an officer does to an event's sign-ups: one write that locks its places.
 * @throws NotAllowed, NotFound
 */
function byOfficer<Input extends { eventKey: string }, Result>(
  work: (at: OfficerWrite, input: Input) => Promise<Result>,
) {
  return async (db: Database, actor: Actor | null, club: MailingClub, input: Input): Promise<Result> => {
    requireSomewhere(actor, 'handle responses');
    return db.write(async (tx) => {
      await requireOn(tx, actor, 'handle responses', [input.eventKey]);
      const places = await lockPlaces(tx, await requireFormOfEvent(tx, input.eventKey, club.clock.timeZone));
      const { event } = places.form;
      const note = (verb: 'added' | 'updated') => noteActivity(tx, actor, verb, 'entry', input.eventKey, event.title);
      return work({ tx, actor, club, places, note }, input);
    });
  };
}

/**
 * `position` is their number on the waitlist; null if they do not wait.
 * @throws NotAllowed, NotFound; Rejected with a message per field; NoPlace
 */
export const addByOfficer = byOfficer(
  async ({ tx, club, places, note }: OfficerWrite, { once, answers, beyondLimit }: AddByOfficer) => {
    const { formId, event } = places.form;
    if (event.cancelled) throw new NoPlace('This event has been cancelled.');
    const makes = newKey();
    const addition = { once, target: `sign-up:${formId}`, noun: 'sign-up', content: answers, makes };
    const key = await addOnce(tx, addition, async () => {
      const command = { key: makes, answers, by: 'officer', beyondLimit } as const;
      const added = await addSignUp(tx, club, places, command).catch(rethrowWithoutLink);
      await note('added');
      return added.key;
    });
    const signUp = await requireSignUp(tx, formId, key);
    const { answers: signUpAnswers, state } = signUp;
    return { name: signUpName(signUpAnswers), state, position: (await positionOf(tx, signUp)) ?? null };
  },
);

/** Sends no link: a person who stands beside an officer did not ask for one. */
function rethrowWithoutLink(error: unknown): never {
  if (!(error instanceof SignedUpAlready)) throw error;
  throw new Rejected(error.message, { [PERSON.email]: error.message });
}

async function runOn({ tx, club, places }: OfficerWrite, key: string, command: Command): Promise<Outcome> {
  const standing = await readStanding(tx, club, places.lockedForm, places.form, {
    key,
    movesUp: command.kind === 'cancel',
  });
  return run(tx, club, standing, command);
}

/** @throws NotAllowed, NotFound; NoPlace if all places are taken and nobody agreed to one more; OptionFull */
export const givePlaceByOfficer = byOfficer(
  async (write: OfficerWrite, { key, beyondLimit }: SignUpOfEvent & { beyondLimit: boolean }) => {
    const { isChanged } = await runOn(write, key, { kind: 'give place', beyondLimit }).catch(rethrowWithoutLink);
    if (isChanged) await write.note('updated');
  },
);

export interface OpenedAnswers {
  answers: Answers;
  /** The address can be corrected: nobody has followed a link to the sign-up yet. */
  mayCorrect: boolean;
}

/** Somebody's answers, for an officer to change. @throws NotAllowed, NotFound */
export async function openAnswersForEditing(
  db: Reader,
  actor: Actor | null,
  { eventKey, key }: SignUpOfEvent,
  timeZone: string,
): Promise<OpenedAnswers> {
  await requireOn(db, actor, 'handle responses', [eventKey]);
  const { formId } = await requireFormOfEvent(db, eventKey, timeZone);
  const { answers } = await requireSignUp(db, formId, key);
  return { answers, mayCorrect: !(await isLinkFollowed(db, formId, key)) };
}

/**
 * `answers` holds only the changed ones: what the person changed meanwhile stays theirs. An address can be corrected
 * until somebody has followed a link that went to it. Correcting it ends such links and sends one to the new address.
 * @throws NotAllowed, NotFound; Rejected with a message per field; OptionFull
 */
export const changeAnswersByOfficer = byOfficer(
  async (write: OfficerWrite, { key, answers: changes }: SignUpOfEvent & { answers: Record<string, unknown> }) => {
    const { tx, club, places, note } = write;
    const { formId, event } = places.form;
    const signUp = await requireSignUp(tx, formId, key);
    if (signUp.state === 'cancelled') throw new Rejected('Their sign-up is cancelled.');
    const mayCorrect = !(await isLinkFollowed(tx, formId, key));
    const answers = await changeAnswersByHand(tx, signUp, changes, mayCorrect);
    const needs = { key, answers, movesUp: arePlacesKept(places.form, Date.now()) };
    const standing = await readStanding(tx, club, places.lockedForm, places.form, needs);
    await run(tx, club, standing, { kind: 'change answers', answers }).catch(rethrowWithoutLink);
    const changed = await requireSignUp(tx, formId, key);
    if (changed.email !== signUp.email) {
      await forgetLinks(tx, formId, [key]);
      await sendToCorrected(tx, club, event, changed);
    }
    await note('updated');
  },
);

/** The person who has waited longest moves up. @throws NotAllowed, NotFound */
export const cancelByOfficer = byOfficer(async (write: OfficerWrite, { key }: SignUpOfEvent) => {
  if ((await runOn(write, key, { kind: 'cancel' })).isChanged) await write.note('updated');
});

/** `at` is in epoch milliseconds; null undoes the check-in. @throws NotAllowed, NotFound; NoPlace if they have none. */
export const checkInByOfficer = byOfficer(
  async (write: OfficerWrite, { key, at }: SignUpOfEvent & { at: number | null }) => {
    const by = 'officer';
    if (at !== null) await runOn(write, key, { kind: 'check in', by, id: crypto.randomUUID(), at });
    else {
      await runOn(write, key, { kind: 'undo check-in', by, ids: 'all' });
      // A person who was let in beyond the limit waits again, so a place may be free.
      await moveUp(write.tx, write.club, write.places.form.formId);
    }
  },
);

/** @throws NotAllowed, NotFound; Rejected if nothing can be sent, or a link was sent a moment ago. */
export async function sendLinkByOfficer(
  db: Database,
  actor: Actor | null,
  club: MailingClub,
  { eventKey, key }: SignUpOfEvent,
): Promise<void> {
  requireSomewhere(actor, 'handle responses');
  const outcome = await db.write(async (tx) => {
    await requireOn(tx, actor, 'handle responses', [eventKey]);
    const { formId, event } = await requireFormOfEvent(tx, eventKey, club.clock.timeZone);
    const signUp = await requireSignUp(tx, formId, key);
    if (!signUp.email) throw new Rejected('They gave no email address.');
    const occasion = signUp.state === 'unconfirmed' ? signUp.state : 'link by an officer';
    return sendLink(tx, club, event, signUp, occasion);
  });
  if (outcome === 'withheld')
    throw new Rejected('This address has had three such mails today. Please try again tomorrow.');
  if (outcome !== 'sent') throw new Rejected('Their link was already sent within the last ten minutes.');
}
