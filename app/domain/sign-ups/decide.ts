import { choicesWithoutRoom, fullChoices, withChoices, withoutChoices, type Choice } from '../forms/option-places.ts';
import { writeAnswers, type Answers } from '../questions/answer.ts';
import { isPublic } from '../events/visibility.ts';
import { addressKeyOf } from './person.ts';
import { cameAt, noteCheckIn, dropSurplus, listValid, undoCheckIns, type CheckIns } from './door/check-ins.ts';
import { orderTickets } from './draw/order.ts';
import type { DrawResult } from './draw/result.ts';
import {
  asksToConfirm,
  awaitsDraw,
  hasPlaceFor,
  isInactive,
  countsPublicly,
  mayMoveUp,
  stateOfNewSignUp,
  type NewSignUpState,
  whyClosedTo,
  type Origin,
  type Room,
  type RulesClub,
} from './rules.ts';
import { areGroupsSame, arePlacesReleased, arePlacesKept, keptFields, refusingFields } from './kept-places.ts';
import {
  billIn,
  hasBill,
  billWithPlace,
  lastStepOf,
  NO_BILL,
  paymentStateOf,
  remindAgainAt,
  type Bill,
  type NotedPayment,
  type PaymentStep,
} from './payments/bill.ts';
import { isForMembers } from './settings.ts';
import type { SignUp } from './state.ts';

/** What a decision needs to know; read under the form's lock by standing.ts. */
export interface Standing extends Room {
  club: RulesClub;
  /** The latest `since` of this form's sign-ups. */
  lastSince: number;
  /** The sign-up that the command names. */
  target: SignUp | undefined;
  /** The sign-up that has the address in question, in any state but unconfirmed. */
  holder: SignUp | undefined;
  /** Unconfirmed sign-ups with that address; anybody may have entered them. */
  unconfirmed: SignUp[];
  /** Keys of `target` and `holder` that have a link which was not mailed: a stranger may have it. */
  exposedKeys: ReadonlySet<string>;
  /** The address of `target` has a paid membership. */
  isMember: boolean;
  /** Addresses of people who may get a place and have a paid membership; read only if members pay another price. */
  payingAsMembers: ReadonlySet<string>;
  /** Payment references that nobody has yet, one for each person who may get a place; empty if places are free. */
  references: readonly string[];
  /** People whose time to pay is over, earliest deadline first; read for `give up unpaid` only. */
  overdue: SignUp[];
  /** People to remind to pay; read for `remind to pay` only. */
  toRemind: SignUp[];
  /**
   * Those who have waited longest, as many as can move up; while places are kept for groups, that many of each group.
   */
  firstWaiting: SignUp[];
  /** An unused ticket, while a draw is to come. */
  ticket: string | null;
  /** The draw's secret; null until it is made. */
  secret: string | null;
  /** Everyone in the draw; read for `draw` only. */
  entered: (SignUp & { ticket: string })[];
  /** People who were asked ‘Still coming?’ and did not answer, latest sign-up first; read for `pass on` only. */
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
  | { kind: 'release' }
  | { kind: 'draw' }
  /** `doorId`: the id that a phone gave it. */
  | { kind: 'mark as paid'; payment: NotedPayment; doorId?: string }
  /** `of`: what somebody saw, and takes back: the payment, or how its refund was settled. */
  | { kind: 'undo payment'; of?: PaymentStep | undefined }
  /** Closes a refund: the money was refunded, or the club keeps it. */
  | { kind: 'settle refund'; as: 'refunded' | 'kept'; on: string }
  | { kind: 'give up unpaid' }
  | { kind: 'remind to pay' };

export type Change =
  /** Stores a new sign-up, also under the key of one that was cancelled or never confirmed. */
  | { kind: 'put'; signUp: SignUp }
  | { kind: 'set'; key: string; to: Columns }
  | { kind: 'remove'; key: string }
  | { kind: 'make secret' };

export type Columns = Partial<Omit<SignUp, 'formId' | 'key' | 'email'>> & { email?: string | null };

export type Occasion =
  | ('unconfirmed' | 'going' | 'waiting' | 'entered' | 'moved up' | 'passed on' | 'cancelled')
  | ('please pay' | 'given up')
  | ('link' | 'link by an officer');

export interface SignUpMail {
  to: SignUp;
  occasion: Occasion;
  /** Their number on the waitlist, if the decision knows it. */
  position?: number;
}

export type LinkChange =
  /** Makes mailed links lead to another sign-up of the same address. */
  | { kind: 'move'; from: string; to: string }
  /** Ends links that were not mailed: somebody else may have entered the address. */
  | { kind: 'end unmailed'; of: string };

export interface Decision {
  /** The sign-up as it is after the decision; undefined if nobody is signed up. */
  signUp: SignUp | undefined;
  changes: Change[];
  mails: SignUpMail[];
  links: LinkChange[];
  /** `places`: pages that show the places change. */
  topics: 'places'[];
  drawResult: DrawResult | undefined;
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
        | 'cancelled'
        | 'owes nothing'
        | 'paid already'
        | 'not paid'
        | 'payment changed'
        | 'nothing to refund';
    }
  | { refusal: 'signed up already'; signUp: SignUp }
  | { refusal: 'option full'; fields: string[] };

/** Decides what a command changes, by the table in state.ts; nothing here waits, reads or writes. */
export function decide(standing: Standing, command: Command, now: number): Decision | Refusal {
  switch (command.kind) {
    case 'send':
      return send(standing, command, now);
    case 'confirm':
      return confirm(standing, command, now);
    case 'return':
      return signUpAgain(standing, command, now);
    case 'change answers':
      return changeAnswers(standing, command, now);
    case 'say coming':
      return sayComing(standing);
    case 'cancel':
      return cancel(standing, now);
    case 'give place':
      return givePlace(standing, command, now);
    case 'check in':
      return changeCheckIns(standing, command.by, now, (before) => noteCheckIn(before, command.id, command.at));
    case 'undo check-in':
      return changeCheckIns(standing, command.by, now, (before) =>
        undoCheckIns(before, command.ids === 'all' ? listValid(before) : command.ids),
      );
    case 'move up':
      return decision(moveUp(standing, now));
    case 'pass on':
      return passOn(standing, now);
    case 'release':
      return release(standing, now);
    case 'draw':
      return draw(standing, now);
    case 'mark as paid':
      return markAsPaid(standing, command);
    case 'undo payment':
      return undoPayment(standing, command, now);
    case 'settle refund':
      return settleRefund(standing, command, now);
    case 'give up unpaid':
      return giveUpUnpaid(standing, now);
    case 'remind to pay':
      return remindToPay(standing, now);
  }
}

export function isRefusal(result: Decision | Refusal): result is Refusal {
  return 'refusal' in result;
}

function decision(parts: Partial<Decision>): Decision {
  return { signUp: undefined, changes: [], mails: [], links: [], topics: [], drawResult: undefined, ...parts };
}

interface Send extends Pick<Command & { kind: 'send' }, 'by' | 'key' | 'answers' | 'beyondLimit'> {
  /** The bill of the cancelled sign-up that this one continues. */
  bill?: Bill | undefined;
}

function send(standing: Standing, command: Send, now: number): Decision | Refusal {
  // The door may send an addition twice; the second time, the person is there already.
  if (standing.target) return decision({ signUp: standing.target });
  // A closed form must not tell who is signed up.
  const closed = whyClosedTo(command.by, standing.form, standing.club, now);
  if (closed) return { refusal: closed };
  if (command.by === 'visitor' && asksToConfirm(standing.form, now)) return askToConfirm(standing, command, now);
  return signUp(standing, command, now);
}

/**
 * Anybody may enter any address as often as they like, and confirming one sign-up removes the others. So a form stores
 * no more than this many for one address.
 */
const MOST_UNCONFIRMED = 10;

/**
 * The sender must not learn whether an address is signed up: every refusal comes before the address is looked up.
 * Anybody may enter any address, so sign-ups that exist stay as they are.
 */
function askToConfirm(
  standing: Standing,
  { key, answers }: Pick<Send, 'key' | 'answers'>,
  now: number,
): Decision | Refusal {
  const refusal =
    whyClosedTo('visitor', standing.form, standing.club, now) ??
    stateOrRefusal(standing, { by: 'visitor', answers }, now).refusal;
  if (refusal) return { refusal };
  const full = refusedChoices(standing, answers, now);
  if (full.length > 0) return optionFull(full);
  const { holder, unconfirmed } = standing;
  if (holder && !isInactive(holder.state)) return decision({ mails: [{ to: holder, occasion: 'link' }] });
  const same = unconfirmed.find((other) => writeAnswers(other.answers) === writeAnswers(answers));
  if (!same && unconfirmed.length >= MOST_UNCONFIRMED) return decision({});
  const newSignUp = createSignUp(standing, { key: same?.key ?? key, answers, state: 'unconfirmed', since: now });
  return decision({
    signUp: newSignUp,
    changes: [{ kind: 'put', signUp: newSignUp }],
    mails: [{ to: newSignUp, occasion: 'unconfirmed' }],
  });
}

/**
 * Signs somebody up. A person who had cancelled keeps the key of their old sign-up, and its links that were not mailed
 * end.
 */
function signUp(standing: Standing, command: Send, now: number): Decision | Refusal {
  const { holder } = standing;
  if (holder && !isInactive(holder.state)) return { refusal: 'signed up already', signUp: holder };
  const key = holder?.key ?? command.key;
  const result = admit(standing, { ...command, key, bill: command.bill ?? (holder && billIn(holder)) }, now);
  if (isRefusal(result) || !holder) return result;
  return { ...result, links: [{ kind: 'end unmailed', of: key }, ...result.links] };
}

/** Gives a place while one is free and nobody waits, or else a number on the waitlist; before a draw, a ticket. */
function admit(standing: Standing, { key, answers, bill, ...who }: Send, now: number): Decision | Refusal {
  const { state, refusal } = stateOrRefusal(standing, { answers, ...who }, now);
  if (state === undefined) return { refusal };
  const full = refusedChoices(standing, answers, now);
  if (full.length > 0) return optionFull(full);
  // Several may come within one millisecond: each gets a later time than everyone before.
  const newSignUp = createSignUp(standing, { key, answers, state, since: Math.max(now, standing.lastSince + 1) }, bill);
  if (state === 'going') Object.assign(newSignUp, withBill(standing, newSignUp, now));
  const replacement = replaceUnconfirmed(newSignUp.key, standing.unconfirmed);
  const isLastOfAll = state === 'waiting' && !arePlacesKept(standing.form, now);
  return decision({
    signUp: newSignUp,
    changes: [
      ...(state === 'entered' && standing.secret === null ? [{ kind: 'make secret' } as const] : []),
      { kind: 'put', signUp: newSignUp },
      ...replacement.changes,
    ],
    links: replacement.links,
    mails: [{ to: newSignUp, occasion: state, ...(isLastOfAll && { position: standing.waiting + 1 }) }],
    // The first ticket makes the secret whose fingerprint the draw's page shows.
    topics: countsPublicly(state) || standing.secret === null ? ['places'] : [],
  });
}

function stateOrRefusal(
  standing: Standing,
  { by, answers, beyondLimit }: Pick<Send, 'by' | 'answers' | 'beyondLimit'>,
  now: number,
): NewSignUpState {
  return stateOfNewSignUp(standing, { origin: by, answers, hasAgreed: beyondLimit }, now);
}

/** Newly chosen options that are full and that nobody may wait for. */
function refusedChoices({ form, fields, options }: Room, answers: Answers, now: number, before?: Answers): Choice[] {
  return choicesWithoutRoom(refusingFields(form, fields, now), options, answers, before);
}

function optionFull(full: Choice[]): Refusal {
  return { refusal: 'option full', fields: full.map(([field]) => field) };
}

function createSignUp(
  standing: Standing,
  values: Pick<SignUp, 'key' | 'answers' | 'state' | 'since'>,
  bill: Bill = NO_BILL,
): SignUp {
  return {
    ...bill,
    ...values,
    formId: standing.form.formId,
    email: addressKeyOf(values.answers) ?? '',
    ticket: awaitsDraw(standing.form) ? standing.ticket : null,
    checkedIn: null,
    checkIns: {},
    stateBefore: null,
    askedFor: null,
    comingFor: null,
  };
}

/**
 * Once an address is signed up, its unconfirmed sign-ups are removed, and the links in their mails lead to the one that
 * counts.
 */
function replaceUnconfirmed(key: string, unconfirmed: SignUp[]): Pick<Decision, 'changes' | 'links'> {
  const others = unconfirmed.filter((other) => other.key !== key);
  return {
    links: others.map((other) => ({ kind: 'move', from: other.key, to: key })),
    changes: others.map((other) => ({ kind: 'remove', key: other.key })),
  };
}

/** Makes an unconfirmed sign-up count; an address that is signed up already keeps the sign-up that it has. */
function confirm(
  standing: Standing,
  { isMailed, newKey }: Pick<Command & { kind: 'confirm' }, 'isMailed' | 'newKey'>,
  now: number,
): Decision | Refusal {
  const { target, holder } = standing;
  if (target?.state !== 'unconfirmed') return decision({ signUp: target });
  const { key, answers } = target;
  if (!isPublic(standing.form.event)) return { refusal: 'closed' };
  if (!isMailed && asksToConfirm(standing.form, now)) return askToConfirm(standing, { key: newKey, answers }, now);
  const refusal = whyVisitorMayNotSignUp(standing, now);
  if (refusal) return { refusal };
  if (holder && !isInactive(holder.state))
    return decision({ signUp: holder, ...replaceUnconfirmed(holder.key, standing.unconfirmed) });
  return leaveOldSignUpBehind(standing, holder, key, (remaining) =>
    signUp(remaining.standing, { by: 'visitor', key, answers, bill: remaining.bill }, now),
  );
}

/**
 * A mailed link signs its owner up again. Any other link may be a stranger's, who gets the same response as from the
 * form.
 */
function signUpAgain(
  standing: Standing,
  { isMailed, newKey, answers }: Pick<Command & { kind: 'return' }, 'isMailed' | 'newKey' | 'answers'>,
  now: number,
): Decision | Refusal {
  const { target } = standing;
  if (target?.state !== 'cancelled') return decision({ signUp: target });
  if (!isPublic(standing.form.event)) return { refusal: 'closed' };
  const isAsked = asksToConfirm(standing.form, now);
  if (!isMailed && isAsked) return askToConfirm(standing, { key: newKey, answers }, now);
  const refusal = whyVisitorMayNotSignUp(standing, now);
  if (refusal) return { refusal };
  if (isAsked && standing.exposedKeys.has(target.key))
    return leaveOldSignUpBehind(standing, target, newKey, (remaining) =>
      signUp(remaining.standing, { by: 'visitor', key: newKey, answers, bill: remaining.bill }, now),
    );
  return renewUnderSameKey(standing, target, answers, now);
}

/** Keeps the key; an import may have given the address to another sign-up, which was cancelled too. */
function renewUnderSameKey(standing: Standing, one: SignUp, answers: Answers, now: number): Decision | Refusal {
  const { holder } = standing;
  const { key } = one;
  if (holder && !isInactive(holder.state)) return { refusal: 'signed up already', signUp: holder };
  const result = admit(standing, { by: 'visitor', key, answers, bill: billIn(one) }, now);
  if (isRefusal(result) || !holder || holder.key === key) return result;
  return { ...result, changes: [clearAddress(holder), ...result.changes] };
}

/**
 * A link that was not mailed may be a stranger's, who must not see whether the owner has a place now. So a cancelled
 * sign-up with such a link stays behind without its address. The mailed links lead to the new sign-up, which takes over
 * the bill.
 */
function leaveOldSignUpBehind(
  standing: Standing,
  cancelled: SignUp | undefined,
  key: string,
  signUpNow: (remaining: { standing: Standing; bill?: Bill }) => Decision | Refusal,
): Decision | Refusal {
  if (!cancelled || !standing.exposedKeys.has(cancelled.key)) return signUpNow({ standing });
  const isHolder = standing.holder?.key === cancelled.key;
  const remaining = isHolder ? { ...standing, holder: undefined } : standing;
  const result = signUpNow({ standing: remaining, bill: billIn(cancelled) });
  if (isRefusal(result)) return result;
  return {
    ...result,
    changes: [{ kind: 'set', key: cancelled.key, to: { email: null, ...NO_BILL } }, ...result.changes],
    links: [{ kind: 'move', from: cancelled.key, to: key }, ...result.links],
  };
}

function clearAddress({ key }: SignUp): Change {
  return { kind: 'set', key, to: { email: null } };
}

/** Only somebody with a mailed link learns that their address is not a member's. */
function whyVisitorMayNotSignUp(
  { form, club, isMember }: Standing,
  now: number,
): 'not yet open' | 'closed' | 'no member' | undefined {
  const closed = whyClosedTo('visitor', form, club, now);
  if (closed) return closed;
  return club.membership && isForMembers(form, now) && !isMember ? 'no member' : undefined;
}

function changeAnswers(standing: Standing, { answers }: { answers: Answers }, now: number): Decision | Refusal {
  const { target, holder, form, fields, options } = standing;
  if (!target) return { refusal: 'no such sign-up' };
  if (target.state === 'cancelled') return { refusal: 'cancelled' };
  const kept = keptFields(form, fields, now);
  const heldGroups = target.state === 'going' ? choicesWithoutRoom(kept, options, answers, target.answers) : [];
  const full = [...refusedChoices(standing, answers, now, target.answers), ...heldGroups];
  if (full.length > 0) return optionFull(full);
  const email = addressKeyOf(answers);
  const hasNewAddress = email !== null && email !== addressKeyOf(target.answers);
  const other = hasNewAddress && holder && holder.key !== target.key ? holder : undefined;
  if (other && !isInactive(other.state)) return { refusal: 'signed up already', signUp: other };
  const to = { answers, ...(hasNewAddress && { email }) };
  const change = areGroupsSame(kept, target.answers, answers)
    ? changeOnly(target, to)
    : changeGroup(standing, { one: target, answers, to }, now);
  return other ? { ...change, changes: [clearAddress(other), ...change.changes] } : change;
}

/**
 * Somebody who waits gets a place at once if their new group has one, and otherwise moves to the end of its queue.
 * Somebody with a place frees it for their old group.
 */
function changeGroup(
  standing: Standing,
  { one, answers, to }: { one: SignUp; answers: Answers; to: Columns },
  now: number,
): Decision {
  if (one.state === 'going')
    return combine(changeOnly(one, to), moveUp(withPlace(withoutPlace(standing, one.answers), answers), now));
  if (one.state !== 'waiting') return changeOnly(one, to);
  if (!mayMoveUp(standing.form, now) || !hasPlaceFor(standing, answers, now))
    return changeOnly(one, { ...to, since: Math.max(now, standing.lastSince + 1) });
  const email = to.email ?? one.email;
  const goes = { ...to, ...AFTER_MOVING_UP, ...withBill(standing, { ...one, email }, now) };
  const signUp = { ...one, ...goes, email };
  return { ...changeOnly(one, goes), mails: [{ to: signUp, occasion: 'moved up' }] };
}

function sayComing({ target, form: { event } }: Standing): Decision {
  const mayCome = target?.state === 'going' || target?.state === 'waiting';
  if (!target || !mayCome || target.comingFor === event.start) return decision({ signUp: target });
  return { ...changeOnly(target, { comingFor: event.start }), topics: [] };
}

/** Cancels a sign-up. If fewer go than there are places then, those who have waited longest move up. */
function cancel(standing: Standing, now: number): Decision | Refusal {
  const { target } = standing;
  if (!target) return { refusal: 'no such sign-up' };
  if (isInactive(target.state)) return decision({ signUp: target });
  // Somebody who withdraws before the draw is not drawn; a ticket that was drawn stays.
  const ticketChange = target.state === 'entered' ? { ticket: null } : {};
  const cancellation = changeOnly(target, { state: 'cancelled', checkedIn: null, ...ticketChange });
  const remaining = {
    ...(target.state === 'going' ? withoutPlace(standing, target.answers) : standing),
    waiting: standing.waiting - Number(target.state === 'waiting'),
    firstWaiting: standing.firstWaiting.filter(({ key }) => key !== target.key),
  };
  // The mail still names their ticket.
  const mail: SignUpMail = { to: { ...target, state: 'cancelled' }, occasion: 'cancelled' };
  return combine({ ...cancellation, mails: [mail] }, moveUp(remaining, now));
}

function givePlace(standing: Standing, { beyondLimit }: { beyondLimit: boolean }, now: number): Decision | Refusal {
  const { target, holder, form } = standing;
  if (!target) return { refusal: 'no such sign-up' };
  if (target.state === 'going') return decision({ signUp: target });
  if (awaitsDraw(form)) return { refusal: 'not drawn' };
  if (!beyondLimit && !hasPlaceFor(standing, target.answers, now)) return { refusal: 'full' };
  // The officer vouches for the address. The person arrives now, behind everyone else.
  if (target.state === 'unconfirmed')
    return signUp(standing, { by: 'officer', key: target.key, answers: target.answers, beyondLimit: true }, now);
  const other = holderOf(standing, target);
  if (other.key !== target.key && holder) return { refusal: 'signed up already', signUp: holder };
  // Cancelling freed their options, and somebody else may have taken them. People who wait keep theirs, even beyond the
  // limit.
  const full = target.state === 'cancelled' ? refusedChoices(standing, target.answers, now) : [];
  if (full.length > 0) return optionFull(full);
  const people = givePlacesTo(standing, [target], now);
  return combine(decision({ signUp: people[0] }), moveUpAll(people));
}

/** The owner of a cancelled sign-up may have a new one under another key, if a stranger has a link to the old one. */
function holderOf({ holder }: Pick<Standing, 'holder'>, one: SignUp): SignUp {
  return one.state === 'cancelled' && holder && !isInactive(holder.state) ? holder : one;
}

/** A phone that was without a network may only know the sign-up from before they signed up again. */
function knownAtDoor(standing: Standing): SignUp | undefined {
  return standing.target && holderOf(standing, standing.target);
}

function moveUp(standing: Standing, now: number): Pick<Decision, 'changes' | 'mails' | 'topics'> {
  const people = mayMoveUp(standing.form, now) ? whoFits(standing, standing.firstWaiting, now) : [];
  return moveUpAll(givePlacesTo(standing, people, now));
}

/**
 * The people for whom there is a place, in order; each place that is taken counts before the next person is considered.
 */
function whoFits(before: Room, waiting: SignUp[], now: number): SignUp[] {
  let room = before;
  return waiting.filter(({ answers }) => {
    const isPlaceFree = hasPlaceFor(room, answers, now);
    if (isPlaceFree) room = withPlace(room, answers);
    return isPlaceFree;
  });
}

function withPlace<SomeRoom extends Room>(room: SomeRoom, answers: Answers): SomeRoom {
  return { ...room, taken: room.taken + 1, options: withChoices(room.fields, room.options, answers) };
}

function withoutPlace<SomeRoom extends Room>(room: SomeRoom, answers: Answers): SomeRoom {
  return { ...room, taken: room.taken - 1, options: withChoices(room.fields, room.options, answers, -1) };
}

/** Gives the places that were kept for groups to those who wait. */
function release(standing: Standing, now: number): Decision {
  if (!arePlacesReleased(standing.form, now)) return decision({});
  return combine(decision({ topics: ['places'] }), moveUp(standing, now));
}

/** Somebody who has just moved up was not asked ‘Still coming?’. */
const AFTER_MOVING_UP = { state: 'going', askedFor: null, comingFor: null } as const;

/** Returns these people, each with a place and what they owe for it. */
function givePlacesTo(standing: Standing, waiting: SignUp[], now: number): SignUp[] {
  return waiting.map((one, at) => ({ ...one, ...AFTER_MOVING_UP, ...withBill(standing, one, now, at) }));
}

function moveUpAll(people: SignUp[]): Pick<Decision, 'changes' | 'mails' | 'topics'> {
  return {
    changes: people.map((one) => ({ kind: 'set', key: one.key, to: { ...AFTER_MOVING_UP, ...billIn(one) } })),
    mails: people.map((to) => ({ to, occasion: 'moved up' })),
    topics: people.length > 0 ? ['places'] : [],
  };
}

/** The bill of somebody who gets a place; `at`: how many got one before them in this decision. */
function withBill({ form, club, payingAsMembers, references }: Standing, one: SignUp, now: number, at = 0): Bill {
  const isMember = club.membership !== undefined && payingAsMembers.has(one.email);
  const place = { settings: form, event: form.event, isMember, reference: references[at], now };
  return billWithPlace(billIn(one), place);
}

/**
 * Changes somebody's check-ins. Being let in gives them a place; undoing the last check-in brings their earlier state
 * back.
 */
function changeCheckIns(
  standing: Standing,
  by: 'officer' | 'door',
  now: number,
  change: (before: CheckIns) => CheckIns,
): Decision | Refusal {
  const one = by === 'door' ? knownAtDoor(standing) : standing.target;
  if (!one || one.state === 'unconfirmed') return { refusal: 'no such sign-up' };
  if (by === 'officer' && one.state !== 'going') return { refusal: 'no place' };
  if (one.state === 'entered') return { refusal: 'not drawn' };
  const checkIns = dropSurplus(change(one.checkIns));
  const checkedIn = cameAt(checkIns);
  const stateBefore = one.checkedIn === null ? one.state : (one.stateBefore ?? one.state);
  const state = checkedIn === null ? stateBefore : 'going';
  const isSame = JSON.stringify(checkIns) === JSON.stringify(one.checkIns);
  if (isSame && state === one.state && checkedIn === one.checkedIn) return decision({ signUp: one });
  const getsPlace = state === 'going' && one.state !== 'going';
  return changeOnly(one, {
    state,
    checkedIn,
    checkIns,
    stateBefore: checkedIn === null ? null : stateBefore,
    ...(getsPlace && withBill(standing, one, now)),
  });
}

/**
 * Moves people who did not answer to the front of the waitlist, those who signed up last first, and gives their places
 * to people who waited.
 */
function passOn(standing: Standing, now: number): Decision {
  if (!mayMoveUp(standing.form, now)) return decision({});
  let room: Room = standing;
  const movingUp: SignUp[] = [];
  const toPassOn: SignUp[] = [];
  for (const one of standing.firstWaiting) {
    if (!hasPlaceFor(room, one.answers, now)) {
      // Take a place away only if the person who waits can have it.
      const giver = standing.silent.find(
        (other) => !toPassOn.includes(other) && hasPlaceFor(withoutPlace(room, other.answers), one.answers, now),
      );
      if (!giver) continue;
      toPassOn.push(giver);
      room = withoutPlace(room, giver.answers);
    }
    movingUp.push(one);
    room = withPlace(room, one.answers);
  }
  const moves = moveUpAll(givePlacesTo(standing, movingUp, now));
  if (toPassOn.length === 0) return decision(moves);
  let before = standing.firstWaiting.find((one) => !movingUp.includes(one))?.since ?? Infinity;
  const latestFirst = toPassOn.toSorted((a, b) => standing.silent.indexOf(a) - standing.silent.indexOf(b));
  const newWaiters = latestFirst.map((one): SignUp => {
    before = Math.min(one.since, before - 1);
    return { ...one, state: 'waiting', since: before };
  });
  return combine(decision(moves), {
    changes: newWaiters.map(({ key, state, since }) => ({ kind: 'set', key, to: { state, since } })),
    mails: newWaiters.map((to) => ({ to, occasion: 'passed on' })),
    topics: ['places'],
  });
}

/** Imported sign-ups may have places already: they keep them, and that many fewer are drawn. */
function draw(standing: Standing, now: number): Decision {
  const { form, entered, secret } = standing;
  const first = Math.max(now, standing.lastSince + 1);
  const byTicket = new Map(entered.map((one) => [one.ticket, one]));
  const tickets = orderTickets(secret ?? '', [...byTicket.keys()]);
  const free = form.places === null ? tickets.length : Math.max(0, form.places - standing.taken);
  const inOrder = tickets.flatMap((ticket) => byTicket.get(ticket) ?? []);
  const { answers, missed } = takeOptions(standing, inOrder.slice(0, free));
  // Somebody may have a bill from when a place had a price.
  const changesBills = form.price !== null || entered.some(hasBill);
  return decision({
    changes: inOrder.map((one, at): Change => {
      const hasPlace = at < free;
      const remainingAnswers = answers.get(one.key);
      const to: Columns = {
        state: hasPlace ? 'going' : 'waiting',
        since: first + at,
        ...(hasPlace && changesBills && withBill(standing, one, now, at)),
        ...(remainingAnswers && { answers: remainingAnswers }),
      };
      return { kind: 'set', key: one.key, to };
    }),
    drawResult: { places: free, tickets, ...(missed.length > 0 && { missed: Object.fromEntries(missed) }) },
    topics: ['places'],
  });
}

/** In the order of the draw, each person takes the options they chose that are still free; other answers stay. */
function takeOptions({ fields, ...standing }: Standing, people: (SignUp & { ticket: string })[]) {
  let { options } = standing;
  const answers = new Map<string, Answers>();
  const missed: [ticket: string, choices: Choice[]][] = [];
  for (const one of people) {
    const full = fullChoices(fields, options, one.answers);
    const remainingAnswers = withoutChoices(fields, one.answers, full);
    options = withChoices(fields, options, remainingAnswers);
    if (full.length === 0) continue;
    answers.set(one.key, remainingAnswers);
    missed.push([one.ticket, full]);
  }
  return { answers, missed };
}

/** If two officers mark the same person, the first mark counts. Somebody who lost their place may still have paid. */
function markAsPaid(
  standing: Standing,
  { payment, doorId }: Pick<Command & { kind: 'mark as paid' }, 'payment' | 'doorId'>,
): Decision | Refusal {
  const one = doorId === undefined ? standing.target : knownAtDoor(standing);
  if (!one) return { refusal: 'no such sign-up' };
  // What an officer undid stays undone when a phone sends it again.
  if (doorId !== undefined && Object.hasOwn(one.checkIns, doorId)) return decision({ signUp: one });
  const note = doorId === undefined ? {} : noteUse(one, doorId);
  // Two phones may mark the same person; they have paid once.
  if (one.paid && doorId !== undefined) return changeBill(one, note);
  if (one.owes === null || one.state === 'waiting' || one.state === 'entered') return { refusal: 'owes nothing' };
  if (one.paid) return { refusal: 'paid already' };
  return changeBill(one, { paid: { ...payment, amount: one.owes }, remindToPayAt: null, ...note });
}

/** Remembers a phone’s id among the check-ins, as one that is undone: it does not say that somebody came. */
function noteUse({ checkIns, stateBefore }: SignUp, doorId: string): Pick<SignUp, 'checkIns' | 'stateBefore'> {
  return { checkIns: dropSurplus(undoCheckIns(checkIns, [doorId])), stateBefore };
}

/** Takes back what was noted last, if that is what somebody saw. */
function undoPayment(
  { target, form }: Standing,
  { of }: Pick<Command & { kind: 'undo payment' }, 'of'>,
  now: number,
): Decision | Refusal {
  if (!target) return { refusal: 'no such sign-up' };
  if (!target.paid) return { refusal: 'not paid' };
  const last = lastStepOf(target);
  if (of !== undefined && of !== last) return { refusal: 'payment changed' };
  if (last !== 'payment') return changeBill(target, { refundedOn: null, keptOn: null });
  return changeBill(target, { paid: null, remindToPayAt: remindAgainAt(target.payBy, form.payWithinDays, now) });
}

function settleRefund(
  { target, form }: Standing,
  { as, on }: Pick<Command & { kind: 'settle refund' }, 'as' | 'on'>,
  now: number,
): Decision | Refusal {
  if (!target) return { refusal: 'no such sign-up' };
  const payment = paymentStateOf(
    { ...target, isPaid: target.paid !== null },
    { isCancelled: form.event.cancelled, now },
  );
  if (payment !== 'To refund') return { refusal: 'nothing to refund' };
  return changeBill(target, as === 'refunded' ? { refundedOn: on } : { keptOn: on });
}

/** A payment changes nobody's place. */
function changeBill(one: SignUp, to: Columns): Decision {
  return { ...changeOnly(one, to), topics: [] };
}

/** Gives the places of people whose time to pay is over to those who wait; never once the event has begun. */
function giveUpUnpaid(standing: Standing, now: number): Decision {
  const { form } = standing;
  if (!form.giveUpUnpaid || !mayMoveUp(form, now)) return decision({});
  const people = standing.overdue.filter(
    (one) => isUnpaid(one) && one.payBy !== null && one.payBy <= now && (one.remindToPayAt ?? now) <= now,
  );
  if (people.length === 0) return decision({});
  let room = standing;
  for (const { answers } of people) room = withoutPlace(room, answers);
  const cancelled = people.map((one): SignUp => ({ ...one, state: 'cancelled', remindToPayAt: null }));
  return combine(
    decision({
      changes: cancelled.map(({ key }) => ({ kind: 'set', key, to: { state: 'cancelled', remindToPayAt: null } })),
      mails: cancelled.map((to) => ({ to, occasion: 'given up' })),
      topics: ['places'],
    }),
    moveUp(room, now),
  );
}

/** Reminds each person once, while they have time left. */
function remindToPay({ form, toRemind }: Standing, now: number): Decision {
  const due = toRemind.filter(({ remindToPayAt: at }) => at !== null && at <= now);
  const isLate = ({ payBy }: SignUp) => payBy !== null && payBy <= now;
  const toTell = form.event.cancelled ? [] : due.filter((one) => isUnpaid(one) && !isLate(one));
  return decision({
    changes: due.map(({ key }) => ({ kind: 'set', key, to: { remindToPayAt: null } })),
    mails: toTell.map((one) => ({ to: { ...one, remindToPayAt: null }, occasion: 'please pay' })),
  });
}

/** Whether they have a place that is not paid. People who have come keep theirs. */
function isUnpaid({ state, owes, paid, checkedIn }: SignUp): boolean {
  return state === 'going' && owes !== null && paid === null && checkedIn === null;
}

function changeOnly(one: SignUp, to: Columns): Decision {
  const { email: _, ...columns } = to;
  return decision({
    signUp: { ...one, ...columns },
    changes: [{ kind: 'set', key: one.key, to }],
    topics: countsPublicly(one.state) || countsPublicly(to.state ?? one.state) ? ['places'] : [],
  });
}

function combine(first: Decision, then: Pick<Decision, 'changes' | 'mails' | 'topics'>): Decision {
  return {
    ...first,
    changes: [...first.changes, ...then.changes],
    mails: [...first.mails, ...then.mails],
    topics: [...first.topics, ...then.topics],
  };
}
