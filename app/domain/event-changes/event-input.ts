import { z } from '../zod.ts';
import { formFieldsInput } from '../forms/form-input.ts';
import { each, dialogEntries, entry, valuesNotCopied } from '../records/dialog.ts';
import { hasScheme } from '../records/fields.ts';
import { VISIBILITIES } from '../records/publish-at.ts';
import { isDays, MOST_DAYS } from '../day-count.ts';
import { isAskable, parsePrice, typedPrice } from '../money.ts';
import { isPlaces, MOST_PLACES } from '../place-count.ts';
import { mayKeepPlaces } from '../sign-ups/kept-places.ts';
import { TOO_SHORT } from '../sign-ups/draw/settings.ts';
import { STILL_COMING_CHOICES, REMINDER_CHOICES } from '../sign-ups/reminder-hours.ts';
import { MOST_HOW_TO_PAY, PAY_WITHIN_CHOICES } from '../sign-ups/payments/settings.ts';
import { AUDIENCE_CHOICES, LEAST_OPEN_MS, WAYS_TO_GIVE_PLACES } from '../sign-ups/settings.ts';
import { isRepeatCount, MOST_REPEATS, repeatsOf } from '../events/repeats.ts';
import { faultOf, momentOf } from '../../time/club-date-time.ts';
import { wallDay } from '../../time/wall-text.ts';
import { events, flagInput, SIGN_UP_LINK_SCHEMES, textInput } from '../events/event.ts';

/** Which of the two is meant if clocks go back and a time comes twice; empty for any other time. */
const occurrence = z.enum(['', 'first', 'second'], 'Please choose the first or the second');
const wall = z.string('must be a text').max(40, 'Please enter a date and a time');

const daysInput = z
  .string('must be a text')
  .trim()
  .refine(isDaysOrEmpty, `Please enter whole days, from 1 to ${MOST_DAYS.toLocaleString('en')}, or leave it empty`);
const placesInput = z
  .string('must be a text')
  .trim()
  .refine(
    (places) => places === '' || (/^\d{1,9}$/.test(places) && isPlaces(Number(places))),
    `Please enter a whole number, from 1 to ${MOST_PLACES.toLocaleString('en')}, or leave it empty`,
  )
  .default('');
const repeatsInput = z
  .string('must be a text')
  .trim()
  .refine(isRepeatCount, `Please enter a whole number, from 0 to ${MOST_REPEATS}`)
  .default('0');
const reminderInput = z.enum(REMINDER_CHOICES, 'Please choose when people are reminded').default('A day before');
const audienceInput = z.enum(AUDIENCE_CHOICES, 'Please choose who may sign up').default('Everyone');
const questionInput = z.enum(STILL_COMING_CHOICES, 'Please choose when people are asked again').default('Not');
const priceInput = z.string('must be a text').trim().max(30, 'Please enter an amount').default('');
const howToPayInput = z
  .string('must be a text')
  .trim()
  .max(MOST_HOW_TO_PAY, `Please use at most ${MOST_HOW_TO_PAY.toLocaleString('en')} characters`)
  .default('');
const payWithinInput = z.enum(PAY_WITHIN_CHOICES, 'Please choose until when people pay').default('Until the event');
const wayInput = z.enum(WAYS_TO_GIVE_PLACES, 'Please choose how places are given').default('First come, first served');
const visibilityInput = z.enum(VISIBILITIES, 'Please choose who sees the event').default('Published');

/** All that the dialog asks (docs/product.md 2, Events). People, docs and tests know the fields by their labels. */
const DIALOG_FIELDS = {
  ...dialogEntries(events),
  start: entry('Start time', wall, ''),
  startOccurrence: entry('Start time, first or second', occurrence, ''),
  end: entry('End time', wall, ''),
  endOccurrence: entry('End time, first or second', occurrence, ''),
  hasGoogleForm: entry('Include embedded google form', flagInput, false),
  googleFormUrl: entry('Embedded Google Form url', textInput(2000), ''),
  hasSignup: entry('Include sign up link', flagInput, false),
  signupUrl: entry('Sign up form URL', textInput(2000), ''),
  hasForm: entry('Include embedded form', flagInput, true),
  fields: entry('Fields of the form', formFieldsInput, []),
  responsesDays: entry('Keep responses for', daysInput, ''),
  asksPerson: entry('Ask for name and e-mail', flagInput.default(false), false),
  /** If empty, there is no limit. */
  places: entry('Places', placesInput, ''),
  waitlist: entry('Waitlist', flagInput.default(true), true),
  givenBy: entry('How places are given', wayInput, 'First come, first served'),
  /** If empty, it opens at once. */
  opens: entry('Sign-up opens', wall.default(''), ''),
  opensOccurrence: entry('Sign-up opens, first or second', occurrence.default(''), ''),
  /** If empty, it closes when the event is over. */
  closes: entry('Sign-up closes', wall.default(''), ''),
  closesOccurrence: entry('Sign-up closes, first or second', occurrence.default(''), ''),
  remind: entry('Remind by e-mail', reminderInput, 'A day before'),
  confirms: entry('Confirm the address', flagInput.default(false), false),
  audience: entry('Who may sign up', audienceInput, 'Everyone'),
  membersUntil: entry('Members first, until', wall.default(''), ''),
  membersUntilOccurrence: entry('Members first, until, first or second', occurrence.default(''), ''),
  keepUntil: entry('Keep places per option until', wall.default(''), ''),
  keepUntilOccurrence: entry('Keep places per option until, first or second', occurrence.default(''), ''),
  askAgain: entry('Ask again', questionInput, 'Not'),
  passOn: entry('Pass on silent places', flagInput.default(false), false),
  /** If empty, it is free. */
  price: entry('Price', priceInput, ''),
  /** If empty, members pay what everyone pays. */
  memberPrice: entry('Price for members', priceInput, ''),
  howToPay: entry('How to pay', howToPayInput, ''),
  payWithin: entry('Pay within', payWithinInput, 'Until the event'),
  giveUpUnpaid: entry('Give up unpaid places', flagInput.default(false), false),
  /** Whether a mail says that the time or place has changed. */
  tellSignUps: entry('Tell the people who signed up', flagInput.default(true), true),
  /** How many more events to add; only for a new event. */
  repeatWeekly: entry('Repeat weekly', repeatsInput, '0'),
  visibility: entry('Visibility', visibilityInput, 'Published'),
  publishAt: entry('Publish at', wall.default(''), ''),
  publishAtOccurrence: entry('Publish at, first or second', occurrence.default(''), ''),
};

export const EVENT_LABELS = each(DIALOG_FIELDS, 'label');
/** A new event has no time until someone chooses one. */
export const NEW_EVENT_INPUT = each(DIALOG_FIELDS, 'initial');
export const NOT_COPIED = valuesNotCopied(events);

const fields = z.strictObject(each(DIALOG_FIELDS, 'input'));

export type EventInput = z.output<typeof fields>;

type Refuse = (field: keyof EventInput, message: string) => void;

/**
 * What the dialog sends, checked as a whole (product.md 2, Events, and 3). Only an event that came without an end, from
 * another calendar, may go on without one.
 */
export function eventInput(timeZone: string, currency: string, { isEndOptional = false } = {}) {
  return z.preprocess(withoutHiddenFields, fields).superRefine((input, context) => {
    const refuse: Refuse = (field, message) => context.addIssue({ code: 'custom', path: [field], message });
    refuseAllTimes(input, timeZone, isEndOptional ? withoutEnd(refuse, input) : refuse);
    refuseRepeats(input, timeZone, refuse);
    if (input.price) refusePrices(input, currency, refuse);
    if (input.hiddenDate && !input.customDate) refuse('customDate', 'Please enter what is shown instead of the date');
    if (input.hasSignup) refuseAddress(input.signupUrl, SIGN_UP_LINK_SCHEMES, (why) => refuse('signupUrl', why));
    if (input.hasGoogleForm) refuseAddress(input.googleFormUrl, ['https:'], (why) => refuse('googleFormUrl', why));
  });
}

/** An end that is left empty is not refused. */
function withoutEnd(refuse: Refuse, { end }: EventInput): Refuse {
  return (field, message) => {
    if (field !== 'end' || end !== '') refuse(field, message);
  };
}

function refuseAllTimes(input: EventInput, timeZone: string, refuse: Refuse): void {
  refuseTimes(input, timeZone, refuse);
  refuseSignUpTimes(input, timeZone, refuse);
  if (input.visibility !== 'Publish at') return;
  const { publishAt, publishAtOccurrence } = input;
  refuseTime(publishAt, publishAtOccurrence, timeZone, ['publishAt', 'publishAtOccurrence'], refuse);
  const moment = momentOf(publishAt, publishAtOccurrence, timeZone);
  if (moment !== undefined && moment <= Date.now()) {
    refuse('publishAt', 'This time has passed. Please choose a later one, or ‘Published’ above');
  }
}

/** If the first event’s times are right, those of its repeats mostly are too; here the exceptions are refused. */
function refuseRepeats(input: EventInput, timeZone: string, refuse: Refuse): void {
  const [first, ...others] = repeatsOf(input, timeZone).map((one) => {
    const wrong: string[] = [];
    refuseAllTimes(one, timeZone, (_field, message) => wrong.push(message));
    return { start: one.start, wrong: wrong[0] };
  });
  const refused = others.find(({ wrong }) => wrong !== undefined);
  if (first?.wrong === undefined && refused) refuse('repeatWeekly', `On ${wallDay(refused.start)}: ${refused.wrong}`);
}

function isDaysOrEmpty(text: string): boolean {
  return text === '' || (/^\d{1,9}$/.test(text) && isDays(Number(text)));
}

const NO_SIGN_UPS = {
  places: '',
  waitlist: true,
  opens: '',
  opensOccurrence: '',
  closes: '',
  closesOccurrence: '',
  givenBy: 'First come, first served',
  keepUntil: '',
  keepUntilOccurrence: '',
  confirms: false,
  audience: 'Everyone',
};

const NO_PRICE = { price: '', memberPrice: '', howToPay: '', payWithin: 'Until the event', giveUpUnpaid: false };

const NO_MEMBERS_TIME = { membersUntil: '', membersUntilOccurrence: '' };

const NO_PUBLISH_TIME = { publishAt: '', publishAtOccurrence: '' };

/** Empties what a toggle hides, so that half-typed values there are not refused. */
function withoutHiddenFields(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const isOff = (toggle: string) => Object.entries(input).some(([name, value]) => name === toggle && value === false);
  const isNot = (name: string, chosen: string) =>
    name in input && !Object.entries(input).some(([one, value]) => one === name && value === chosen);
  // Left out, it is off.
  const asksNobody = isOff('hasForm') || isOff('asksPerson') || !('asksPerson' in input);
  return {
    ...input,
    ...(isOff('hasForm') && { fields: [], responsesDays: '', asksPerson: false }),
    ...(asksNobody && NO_SIGN_UPS),
    ...((asksNobody || hasNoPrice(input)) && NO_PRICE),
    ...(isNot('visibility', 'Publish at') && NO_PUBLISH_TIME),
    ...((asksNobody || isNot('audience', 'Members first, until')) && NO_MEMBERS_TIME),
    ...(isOff('hasSignup') && { signupUrl: '' }),
    ...(isOff('hasGoogleForm') && { googleFormUrl: '' }),
  };
}

function hasNoPrice(input: object): boolean {
  return 'price' in input && typeof input.price === 'string' && input.price.trim() === '';
}

function refusePrices({ price, memberPrice, howToPay }: EventInput, currency: string, refuse: Refuse): void {
  const example = typedPrice(12, { locale: 'en', currency });
  const [all, members] = [parsePrice(price, currency), parsePrice(memberPrice, currency)];
  if (!isAskable(all, currency)) {
    refuse('price', `Please enter an amount such as ${example}, up to 1,000,000, or leave it empty`);
  }
  if (memberPrice !== '' && !isAskable(members, currency, { orNothing: true })) {
    refuse('memberPrice', `Please enter an amount such as ${example}, 0 for nothing, or leave it empty`);
  } else if (members > all) refuse('memberPrice', 'Members pay at most the price. Please enter no more than that');
  if (!howToPay) refuse('howToPay', 'Please enter how people pay');
}

function refuseTimes(input: EventInput, timeZone: string, refuse: Refuse): void {
  refuseTime(input.start, input.startOccurrence, timeZone, ['start', 'startOccurrence'], refuse);
  refuseTime(input.end, input.endOccurrence, timeZone, ['end', 'endOccurrence'], refuse);
  const start = momentOf(input.start, input.startOccurrence, timeZone);
  const end = momentOf(input.end, input.endOccurrence, timeZone);
  if (start !== undefined && end !== undefined && end < start) {
    refuse('end', 'The event ends before it starts. Please enter a later end');
  }
}

function refuseSignUpTimes(input: EventInput, timeZone: string, refuse: Refuse): void {
  const { opens, opensOccurrence, closes, closesOccurrence } = input;
  if (opens) refuseTime(opens, opensOccurrence, timeZone, ['opens', 'opensOccurrence'], refuse);
  if (closes) refuseTime(closes, closesOccurrence, timeZone, ['closes', 'closesOccurrence'], refuse);
  const { audience, membersUntil, membersUntilOccurrence } = input;
  if (audience === 'Members first, until') {
    refuseTime(membersUntil, membersUntilOccurrence, timeZone, ['membersUntil', 'membersUntilOccurrence'], refuse);
  }
  if (keepsPlaces(input)) refuseKeeping(input, timeZone, refuse);
  const from = momentOf(opens, opensOccurrence, timeZone);
  const to = momentOf(closes, closesOccurrence, timeZone);
  if (from !== undefined && to !== undefined && to <= from) {
    refuse('closes', 'Sign-up closes before it opens. Please enter a later time');
  } else if (input.asksPerson && input.givenBy === 'By a draw') refuseDraw(input, { from, to }, timeZone, refuse);
}

/** A form that asks for nothing is not stored. */
export function hasOwnForm({ hasForm, fields, asksPerson }: FormChoice): boolean {
  return hasForm && (fields.length > 0 || asksPerson);
}

type FormChoice = Pick<EventInput, 'hasForm' | 'asksPerson'> & { fields: readonly unknown[] };

/** Whether the form keeps places for groups until `keepUntil`, which is left out otherwise. */
export function keepsPlaces({ asksPerson, fields, places, waitlist, keepUntil }: EventInput): boolean {
  return asksPerson && keepUntil !== '' && mayKeepPlaces(fields, { hasPlaces: places !== '', waitlist });
}

function refuseKeeping(input: EventInput, timeZone: string, refuse: Refuse): void {
  const { keepUntil, keepUntilOccurrence, start, startOccurrence, givenBy } = input;
  refuseTime(keepUntil, keepUntilOccurrence, timeZone, ['keepUntil', 'keepUntilOccurrence'], refuse);
  const until = momentOf(keepUntil, keepUntilOccurrence, timeZone);
  const begins = momentOf(start, startOccurrence, timeZone);
  if (givenBy === 'By a draw') {
    refuse('keepUntil', 'A draw keeps no places. Please leave this empty, or choose ‘First come, first served’');
  } else if (until !== undefined && begins !== undefined && begins <= until) {
    // Once places are released, `keepUntil` cannot be changed any more.
    if (until <= Date.now()) refuse('start', 'Places are kept until after this start. Please enter a later one');
    else refuse('keepUntil', 'Places are kept until before the event begins. Please enter an earlier time');
  }
}

function refuseDraw(
  { places, start, startOccurrence }: EventInput,
  { from, to }: { from: number | undefined; to: number | undefined },
  timeZone: string,
  refuse: Refuse,
): void {
  const begins = momentOf(start, startOccurrence, timeZone);
  if (places === '') refuse('places', 'A draw needs a number of places. Please enter how many there are');
  if (to === undefined) refuse('closes', 'Places are drawn when sign-up closes. Please enter when that is');
  else if (from !== undefined && to < from + LEAST_OPEN_MS) refuse('closes', TOO_SHORT);
  else if (begins !== undefined && to >= begins) {
    refuse('closes', 'Places are drawn when sign-up closes, before the event begins. Please enter an earlier time');
  }
}

type TimeField = 'start' | 'end' | 'opens' | 'closes' | 'membersUntil' | 'keepUntil' | 'publishAt';

function refuseTime(
  text: string,
  which: EventInput['startOccurrence'],
  timeZone: string,
  [field, choice]: [TimeField, `${TimeField}Occurrence`],
  refuse: Refuse,
): void {
  const fault = faultOf(text, which, timeZone);
  if (fault) refuse(fault.field === 'time' ? field : choice, fault.message);
}

function refuseAddress(address: string, schemes: string[], refuse: (why: string) => void): void {
  const begins = schemes.map((one) => (one === 'mailto:' ? one : `${one}//`));
  if (!address) refuse('Please enter an address, or leave it out above');
  else if (!hasScheme(address, schemes)) refuse(`Please enter an address that begins with ${begins.join(' or ')}`);
}
