import type { OptionCounts } from '../forms/option-places.ts';
import { choicesWithoutRoom, fullChoices, withChoices, withoutChoices, type Choice } from '../forms/option-places.ts';
import type { EventFormField } from '../forms/event-form-definition.ts';
import { writeAnswers, type Answers } from '../questions/answer.ts';
import { isPublic } from '../events/visibility.ts';
import { addressKeyOf } from './person.ts';
import { cameAt, noteCheckIn, shortened, listValid, undoCheckIns, type CheckIns } from './door/check-ins.ts';
import { orderTickets } from './draw/order.ts';
import type { DrawResult } from './draw/drawn.ts';
import {
  asksToConfirm,
  awaitsDraw,
  countMovingUp,
  isFree,
  isFull,
  isSeen,
  stateOfNewcomer,
  whyClosedTo,
  type Origin,
  type PersonForm,
  type PlaceCounts,
  type RulesClub,
} from './rules.ts';
import { isForMembers } from './settings.ts';
import type { SignUp } from './state.ts';

/** What a decision needs to know; read under the form's lock by standing.ts. */
export interface Standing extends PlaceCounts {
  form: PersonForm;
  club: RulesClub;
  fields: EventFormField[];
  /** How far options with a limit are taken. */
  options: OptionCounts;
  /** Where the last who came stands in the order. */
  last: number;
  /** Whom the command names. */
  one: SignUp | undefined;
  /** Who is signed up, or was, with the address of the one concerned. */
  holder: SignUp | undefined;
  /** What was entered with that address, by anybody, and nobody has confirmed. */
  unconfirmed: SignUp[];
  /** Keys, of `one` and `holder`, to which a link leads that was not mailed: a stranger may have it. */
  answered: ReadonlySet<string>;
  /** The address of `one` has a paid membership. */
  isMember: boolean;
  /** As many of those who wait longest as can move up. */
  firstWaiting: SignUp[];
  /** A ticket that nobody has, while a draw is to come. */
  ticket: string | null;
  /** The draw's; null before it is made. */
  secret: string | null;
  /** The sequence number of the newest calendar file that was mailed; null where none was. */
  calendarSequence: number | null;
  /** For a draw: everyone who is in it. */
  entered: (SignUp & { ticket: string })[];
  /** For passing on: who was asked and said nothing, the latest first. */
  silent: SignUp[];
}

export type Command =
  | { kind: 'send'; by: Origin; key: string; answers: Answers; beyondLimit?: boolean }
  | { kind: 'confirm'; isMailed: boolean; newKey: string }
  | { kind: 'return'; isMailed: boolean; newKey: string; answers: Answers }
  | { kind: 'change answers'; answers: Answers }
  | { kind: 'say coming' }
  | { kind: 'cancel' }
  | { kind: 'give place'; beyondLimit: boolean }
  | { kind: 'check in'; by: 'officer' | 'door'; id: string; at: number }
  | { kind: 'undo check-in'; by: 'officer' | 'door'; ids: readonly string[] | 'all' }
  | { kind: 'move up' }
  | { kind: 'pass on' }
  | { kind: 'draw' };

export type Change =
  /** Somebody new, or anew under the key of a sign-up that held nothing. */
  | { kind: 'put'; signUp: SignUp }
  | { kind: 'set'; key: string; to: Columns }
  | { kind: 'remove'; key: string }
  | { kind: 'make secret' };

export type Columns = Partial<Omit<SignUp, 'formId' | 'key' | 'email'>> & { email?: null };

export type Occasion =
  | ('unconfirmed' | 'going' | 'waiting' | 'entered' | 'moved up' | 'passed on' | 'cancelled')
  | ('link' | 'link by an officer');

export interface SignUpMail {
  to: SignUp;
  occasion: Occasion;
  /** Their number on the waitlist, where the decision knows it. */
  position?: number;
  /** No calendar can hold the event for them yet. */
  isFirst?: boolean;
}

export type LinkChange =
  /** Links that went to the address alone lead to another sign-up of it. */
  | { kind: 'move'; from: string; to: string }
  /** The link of somebody else who entered the address before ends. */
  | { kind: 'end answered'; of: string };

export interface Decision {
  /** Whom it concerned, as they are from now on; undefined where nobody is signed up by it. */
  signUp: SignUp | undefined;
  changes: Change[];
  mails: SignUpMail[];
  links: LinkChange[];
  /** `places`: pages that show the places change. */
  topics: 'places'[];
  /** What came out of the draw. */
  drawn: DrawResult | undefined;
}

export type Refusal =
  | {
      refusal:
        | 'not yet open'
        | 'closed'
        | 'full'
        | 'not drawn'
        | 'no member'
        | 'no such sign-up'
        | 'no place'
        | 'cancelled';
    }
  | { refusal: 'signed up already'; signUp: SignUp }
  | { refusal: 'option full'; fields: string[] };

/** What becomes of a command. state.ts has its table; nothing here waits, reads or writes. */
export function decide(at: Standing, command: Command, now: number): Decision | Refusal {
  switch (command.kind) {
    case 'send':
      return send(at, command, now);
    case 'confirm':
      return confirm(at, command, now);
    case 'return':
      return signUpAgain(at, command, now);
    case 'change answers':
      return changeAnswers(at, command);
    case 'say coming':
      return sayComing(at);
    case 'cancel':
      return cancel(at, now);
    case 'give place':
      return givePlace(at, command, now);
    case 'check in':
      return changeCheckIns(at, command.by, (before) => noteCheckIn(before, command.id, command.at));
    case 'undo check-in':
      return changeCheckIns(at, command.by, (before) =>
        undoCheckIns(before, command.ids === 'all' ? listValid(before) : command.ids),
      );
    case 'move up':
      return decision(moveUp(at, now));
    case 'pass on':
      return passOn(at, now);
    case 'draw':
      return draw(at, now);
  }
}

export function isRefusal(answer: Decision | Refusal): answer is Refusal {
  return 'refusal' in answer;
}

function decision(parts: Partial<Decision>): Decision {
  return { signUp: undefined, changes: [], mails: [], links: [], topics: [], drawn: undefined, ...parts };
}

type Send = Pick<Command & { kind: 'send' }, 'by' | 'key' | 'answers' | 'beyondLimit'>;

function send(at: Standing, command: Send, now: number): Decision | Refusal {
  // The door sends what it did again: whoever it added is there.
  if (at.one) return decision({ signUp: at.one });
  // Nobody finds out by a closed form who is signed up.
  const closed = whyClosedTo(command.by, at.form, at.club, now);
  if (closed) return { refusal: closed };
  if (command.by === 'visitor' && asksToConfirm(at.form, now)) return askToConfirm(at, command, now);
  return signUp(at, command, now);
}

/** So many of one address at one event: more than its mails of a day could confirm. */
const MOST_UNCONFIRMED = 10;

/**
 * The sender sees no difference between an address that is signed up and one that is not: whatever refuses them does so before
 * the address is looked at. Anybody may enter any address, so nothing changes of what is there.
 */
function askToConfirm(at: Standing, { key, answers }: Pick<Send, 'key' | 'answers'>, now: number): Decision | Refusal {
  const refused = whyClosedTo('visitor', at.form, at.club, now) ?? stateOrRefusal(at, { by: 'visitor' }).refusal;
  if (refused) return { refusal: refused };
  const full = choicesWithoutRoom(at.fields, at.options, answers);
  if (full.length > 0) return optionFull(full);
  const { holder, unconfirmed } = at;
  if (holder && !isFree(holder.state)) return decision({ mails: [{ to: holder, occasion: 'link' }] });
  const same = unconfirmed.find((other) => writeAnswers(other.answers) === writeAnswers(answers));
  if (!same && unconfirmed.length >= MOST_UNCONFIRMED) return decision({});
  const made = newcomer(at, { key: same?.key ?? key, answers, state: 'unconfirmed', since: now });
  return decision({
    signUp: made,
    changes: [{ kind: 'put', signUp: made }],
    mails: [{ to: made, occasion: 'unconfirmed' }],
  });
}

/** Whoever has cancelled is signed up anew by the key that they had; the link that a stranger may have to it ends. */
function signUp(at: Standing, command: Send, now: number): Decision | Refusal {
  const { holder } = at;
  if (holder && !isFree(holder.state)) return { refusal: 'signed up already', signUp: holder };
  const key = holder?.key ?? command.key;
  const placed = place(at, { ...command, key }, now);
  if (isRefusal(placed) || !holder) return placed;
  return { ...placed, links: [{ kind: 'end answered', of: key }, ...placed.links] };
}

/** Gives somebody a place while there is one and nobody waits, else the waitlist; before a draw they enter it. */
function place(at: Standing, { key, answers, ...who }: Send, now: number): Decision | Refusal {
  const { state, refusal } = stateOrRefusal(at, who);
  if (state === undefined) return { refusal };
  const full = choicesWithoutRoom(at.fields, at.options, answers);
  if (full.length > 0) return optionFull(full);
  // Later than everyone before, also where many come within one millisecond.
  const made = newcomer(at, { key, answers, state, since: Math.max(now, at.last + 1) });
  const replaced = replaceUnconfirmed(made.key, at.unconfirmed);
  const isFirst = at.holder === undefined && at.one?.state !== 'cancelled' && at.answered.size === 0;
  return decision({
    signUp: made,
    changes: [
      ...(state === 'entered' && at.secret === null ? [{ kind: 'make secret' } as const] : []),
      { kind: 'put', signUp: made },
      ...replaced.changes,
    ],
    links: replaced.links,
    mails: [{ to: made, occasion: state, isFirst, ...(state === 'waiting' && { position: at.waiting + 1 }) }],
    // The first who enters a draw makes the fingerprint that its page shows.
    topics: isSeen(state) || at.secret === null ? ['places'] : [],
  });
}

type Placed = ReturnType<typeof stateOfNewcomer>;

function stateOrRefusal(at: Standing, { by, beyondLimit }: Pick<Send, 'by' | 'beyondLimit'>): Placed {
  return stateOfNewcomer(at.form, at, { origin: by, hasAgreed: beyondLimit });
}

function optionFull(full: Choice[]): Refusal {
  return { refusal: 'option full', fields: full.map(([field]) => field) };
}

function newcomer(at: Standing, given: Pick<SignUp, 'key' | 'answers' | 'state' | 'since'>): SignUp {
  return {
    ...given,
    formId: at.form.formId,
    email: addressKeyOf(given.answers) ?? '',
    ticket: awaitsDraw(at.form) ? at.ticket : null,
    checkedIn: null,
    checkIns: {},
    was: null,
    askedFor: null,
    comingFor: null,
  };
}

/** What was entered with the address of a sign-up is not confirmed any more: the links in its mails lead to the sign-up. */
function replaceUnconfirmed(key: string, unconfirmed: SignUp[]): Pick<Decision, 'changes' | 'links'> {
  const others = unconfirmed.filter((other) => other.key !== key);
  return {
    links: others.map((other) => ({ kind: 'move', from: other.key, to: key })),
    changes: others.map((other) => ({ kind: 'remove', key: other.key })),
  };
}

/** What waited until its address was confirmed counts from now on; an address that is signed up already keeps that sign-up. */
function confirm(
  at: Standing,
  { isMailed, newKey }: Pick<Command & { kind: 'confirm' }, 'isMailed' | 'newKey'>,
  now: number,
): Decision | Refusal {
  const { one, holder } = at;
  if (one?.state !== 'unconfirmed') return decision({ signUp: one });
  const { key, answers } = one;
  if (!isPublic(at.form.event)) return { refusal: 'closed' };
  if (!isMailed && asksToConfirm(at.form, now)) return askToConfirm(at, { key: newKey, answers }, now);
  const refused = whyNoVisitor(at, now);
  if (refused) return { refusal: refused };
  if (holder && !isFree(holder.state))
    return decision({ signUp: holder, ...replaceUnconfirmed(holder.key, at.unconfirmed) });
  return leavingToStrangers(at, holder, key, (left) => signUp(left, { by: 'visitor', key, answers }, now));
}

/** Whoever has the mail of the address signs up again; any other link may be a stranger's, who is answered as if the form were sent. */
function signUpAgain(
  at: Standing,
  { isMailed, newKey, answers }: Pick<Command & { kind: 'return' }, 'isMailed' | 'newKey' | 'answers'>,
  now: number,
): Decision | Refusal {
  const { one } = at;
  if (one?.state !== 'cancelled') return decision({ signUp: one });
  if (!isPublic(at.form.event)) return { refusal: 'closed' };
  const isAsked = asksToConfirm(at.form, now);
  if (!isMailed && isAsked) return askToConfirm(at, { key: newKey, answers }, now);
  const refused = whyNoVisitor(at, now);
  if (refused) return { refusal: refused };
  if (isAsked && at.answered.has(one.key))
    return leavingToStrangers(at, one, newKey, (left) => signUp(left, { by: 'visitor', key: newKey, answers }, now));
  return signUpAnew(at, one.key, answers, now);
}

/** By their own key; an import may have given their address to another, who cancelled too. */
function signUpAnew(at: Standing, key: string, answers: Answers, now: number): Decision | Refusal {
  const { holder } = at;
  if (holder && !isFree(holder.state)) return { refusal: 'signed up already', signUp: holder };
  const placed = place(at, { by: 'visitor', key, answers }, now);
  if (isRefusal(placed) || !holder || holder.key === key) return placed;
  return { ...placed, changes: [takeAddress(holder), ...placed.changes] };
}

/**
 * A link that was not mailed may be a stranger's, who is not to see whether the owner was let in: a cancelled sign-up that
 * has one stays as it is without its address, and the mailed links lead to the new one.
 */
function leavingToStrangers(
  at: Standing,
  cancelled: SignUp | undefined,
  key: string,
  signUpNow: (left: Standing) => Decision | Refusal,
): Decision | Refusal {
  if (!cancelled || !at.answered.has(cancelled.key)) return signUpNow(at);
  const isHolder = at.holder?.key === cancelled.key;
  const decided = signUpNow(isHolder ? { ...at, holder: undefined } : at);
  if (isRefusal(decided)) return decided;
  return {
    ...decided,
    changes: [takeAddress(cancelled), ...decided.changes],
    links: [{ kind: 'move', from: cancelled.key, to: key }, ...decided.links],
  };
}

/** The address is somebody else's from now on. */
function takeAddress({ key }: SignUp): Change {
  return { kind: 'set', key, to: { email: null } };
}

/** While an event is for members, it is for those alone; said only to who has the mail of the address. */
function whyNoVisitor(
  { form, club, isMember }: Standing,
  now: number,
): 'not yet open' | 'closed' | 'no member' | undefined {
  const closed = whyClosedTo('visitor', form, club, now);
  if (closed) return closed;
  return club.membership && isForMembers(form, now) && !isMember ? 'no member' : undefined;
}

function changeAnswers(at: Standing, { answers }: { answers: Answers }): Decision | Refusal {
  const { one } = at;
  if (!one) return { refusal: 'no such sign-up' };
  if (one.state === 'cancelled') return { refusal: 'cancelled' };
  const full = choicesWithoutRoom(at.fields, at.options, answers, one.answers);
  if (full.length > 0) return optionFull(full);
  return changed(one, { answers });
}

function sayComing({ one, form: { event } }: Standing): Decision {
  const mayCome = one?.state === 'going' || one?.state === 'waiting';
  if (!one || !mayCome || one.comingFor === event.start) return decision({ signUp: one });
  return { ...changed(one, { comingFor: event.start }), topics: [] };
}

/** Gives a sign-up up, and its place to the person who waits longest. */
function cancel(at: Standing, now: number): Decision | Refusal {
  const { one } = at;
  if (!one) return { refusal: 'no such sign-up' };
  if (isFree(one.state)) return decision({ signUp: one });
  // Whoever withdraws is not drawn; what was drawn stays as it was.
  const withdrawn = one.state === 'entered' ? { ticket: null } : {};
  const cancelled = changed(one, { state: 'cancelled', checkedIn: null, ...withdrawn });
  const left = {
    ...at,
    taken: at.taken - Number(one.state === 'going'),
    waiting: at.waiting - Number(one.state === 'waiting'),
    firstWaiting: at.firstWaiting.filter(({ key }) => key !== one.key),
  };
  // Their mail says what they were drawn with.
  const mail: SignUpMail = { to: { ...one, state: 'cancelled' }, occasion: 'cancelled' };
  return together({ ...cancelled, mails: [mail] }, moveUp(left, now));
}

function givePlace(at: Standing, { beyondLimit }: { beyondLimit: boolean }, now: number): Decision | Refusal {
  const { one, holder, form } = at;
  if (!one) return { refusal: 'no such sign-up' };
  if (one.state === 'going') return decision({ signUp: one });
  if (awaitsDraw(form)) return { refusal: 'not drawn' };
  if (!beyondLimit && isFull(form, at.taken)) return { refusal: 'full' };
  // They come from now on, behind everyone else; the officer vouches for them.
  if (one.state === 'unconfirmed')
    return signUp(at, { by: 'officer', key: one.key, answers: one.answers, beyondLimit: true }, now);
  const other = holderOf(at, one);
  if (other.key !== one.key && holder) return { refusal: 'signed up already', signUp: holder };
  // What they had chosen has been free since: somebody else may have it. Who waits has it beyond the limit.
  const full = one.state === 'cancelled' ? choicesWithoutRoom(at.fields, at.options, one.answers) : [];
  if (full.length > 0) return optionFull(full);
  return together(decision({ signUp: { ...one, ...MOVED_UP } }), movedUp([one]));
}

/** Who holds an address: beside a cancelled sign-up with a stranger's link its owner may have a new one. */
export function holderOf({ holder }: Pick<Standing, 'holder'>, one: SignUp): SignUp {
  return one.state === 'cancelled' && holder && !isFree(holder.state) ? holder : one;
}

/** Lets those who wait longest have the places that are free. */
function moveUp(at: Standing, now: number): Pick<Decision, 'changes' | 'mails' | 'topics'> {
  return movedUp(at.firstWaiting.slice(0, countMovingUp(at.form, at, now)));
}

/** Whoever moves up now was not asked whether they still come. */
const MOVED_UP = { state: 'going', askedFor: null, comingFor: null } as const;

function movedUp(people: SignUp[]): Pick<Decision, 'changes' | 'mails' | 'topics'> {
  return {
    changes: people.map(({ key }) => ({ kind: 'set', key, to: MOVED_UP })),
    mails: people.map((one) => ({ to: { ...one, ...MOVED_UP }, occasion: 'moved up' })),
    topics: people.length > 0 ? ['places'] : [],
  };
}

/**
 * Changes what is noted of one person's check-ins. Whoever stands at the door and is let in has a place; with the last
 * check-in undone they are again what they were before.
 */
function changeCheckIns(
  at: Standing,
  by: 'officer' | 'door',
  change: (before: CheckIns) => CheckIns,
): Decision | Refusal {
  // A phone without a network may know the sign-up alone that somebody had before they signed up again.
  const one = at.one && (by === 'door' ? holderOf(at, at.one) : at.one);
  if (!one || one.state === 'unconfirmed') return { refusal: 'no such sign-up' };
  if (by === 'officer' && one.state !== 'going') return { refusal: 'no place' };
  if (one.state === 'entered') return { refusal: 'not drawn' };
  const checkIns = shortened(change(one.checkIns));
  const checkedIn = cameAt(checkIns);
  const was = one.checkedIn === null ? one.state : (one.was ?? one.state);
  const state = checkedIn === null ? was : 'going';
  const isSame = JSON.stringify(checkIns) === JSON.stringify(one.checkIns);
  if (isSame && state === one.state && checkedIn === one.checkedIn) return decision({ signUp: one });
  return changed(one, { state, checkedIn, checkIns, was: checkedIn === null ? null : was });
}

/** Those who did not answer wait from now on, before everyone else, and who waited has their places. */
function passOn(at: Standing, now: number): Decision {
  const { form, taken, waiting, silent } = at;
  // With more people going than there are places, passing one on would help nobody who waits.
  if (waiting === 0 || form.places === null || taken > form.places) return decision({});
  const passed = silent.slice(0, Math.max(0, waiting - (form.places - taken)));
  const up = countMovingUp(form, { taken: taken - passed.length, waiting }, now);
  const next = at.firstWaiting[up];
  const moved = movedUp(at.firstWaiting.slice(0, up));
  if (passed.length === 0) return decision(moved);
  let before = next?.since ?? Infinity;
  const sent = passed.map((one): SignUp => {
    before = Math.min(one.since, before - 1);
    return { ...one, state: 'waiting', since: before };
  });
  return together(decision(moved), {
    changes: sent.map(({ key, state, since }) => ({ kind: 'set', key, to: { state, since } })),
    mails: sent.map((to) => ({ to, occasion: 'passed on' })),
    topics: ['places'],
  });
}

/** Whoever has a place already, by an import, keeps it: as many fewer are drawn. */
function draw(at: Standing, now: number): Decision {
  const { form, entered, secret } = at;
  const first = Math.max(now, at.last + 1);
  const byTicket = new Map(entered.map((one) => [one.ticket, one]));
  const tickets = orderTickets(secret ?? '', [...byTicket.keys()]);
  const free = form.places === null ? tickets.length : Math.max(0, form.places - at.taken);
  const inOrder = tickets.flatMap((ticket) => byTicket.get(ticket) ?? []);
  const { answers, missed } = takeOptions(at, inOrder.slice(0, free));
  return decision({
    changes: inOrder.map(({ key }, place): Change => {
      const left = answers.get(key);
      const state = place < free ? 'going' : 'waiting';
      return { kind: 'set', key, to: { state, since: first + place, ...(left && { answers: left }) } };
    }),
    drawn: { places: free, tickets, ...(missed.length > 0 && { missed: Object.fromEntries(missed) }) },
    topics: ['places'],
  });
}

/** In their order each takes of the options that they chose what is free, and keeps the rest of their answers. */
function takeOptions({ fields, ...at }: Standing, people: (SignUp & { ticket: string })[]) {
  let { options } = at;
  const answers = new Map<string, Answers>();
  const missed: [ticket: string, choices: Choice[]][] = [];
  for (const one of people) {
    const full = fullChoices(fields, options, one.answers);
    const left = withoutChoices(fields, one.answers, full);
    options = withChoices(fields, options, left);
    if (full.length === 0) continue;
    answers.set(one.key, left);
    missed.push([one.ticket, full]);
  }
  return { answers, missed };
}

function changed(one: SignUp, to: Columns): Decision {
  const { email: _, ...columns } = to;
  return decision({
    signUp: { ...one, ...columns },
    changes: [{ kind: 'set', key: one.key, to }],
    topics: isSeen(one.state) || isSeen(to.state ?? one.state) ? ['places'] : [],
  });
}

function together(first: Decision, then: Pick<Decision, 'changes' | 'mails' | 'topics'>): Decision {
  return {
    ...first,
    changes: [...first.changes, ...then.changes],
    mails: [...first.mails, ...then.mails],
    topics: [...first.topics, ...then.topics],
  };
}
