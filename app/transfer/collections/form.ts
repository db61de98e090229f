import type { FormRow } from '../../db/tables.ts';
import { rewriteChoices } from '../../domain/forms/chosen-options.ts';
import { readFields as readStoredFields } from '../../domain/forms/event-form.ts';
import { readLimits, readShowIf } from '../../domain/questions/conditions.ts';
import { findFaults, withoutFaults } from '../../domain/questions/faults.ts';
import { FIELD_TYPES, type FieldType } from '../../domain/questions/index.ts';
import { isDays, MOST_DAYS } from '../../domain/day-count.ts';
import { ANY_CURRENCY, fromCents, isAskable, toCents } from '../../domain/money.ts';
import { isPlaces, MOST_PLACES } from '../../domain/place-count.ts';
import { ALLOWED_PAY_WITHIN_DAYS, MOST_HOW_TO_PAY } from '../../domain/sign-ups/payments/settings.ts';
import { ALLOWED_QUESTION_HOURS, ALLOWED_REMINDER_HOURS } from '../../domain/sign-ups/reminder-hours.ts';
import { LEAST_OPEN_MS } from '../../domain/sign-ups/settings.ts';
import { parseDrawResult } from '../../domain/sign-ups/draw/result.ts';
import { fingerprintOf } from '../../domain/sign-ups/draw/order.ts';
import { listFormsOfPublicEvents } from '../../domain/events/visibility.ts';
import { own } from '../../domain/own.ts';
import { lockForm } from '../../domain/sign-ups/standing.ts';
import { isContainer, readStored } from '../../domain/stored-json.ts';
import {
  BadValue,
  Fields,
  isList,
  orLeftOut,
  present,
  readExtra,
  readItems,
  readList,
  readText,
  writeExtra,
  type Refuse,
} from '../fields.ts';
import type { ShowIf } from '../../domain/questions/question-type.ts';
import type { Collection } from '../collection.ts';

type FormColumns = Omit<FormRow, 'calendar_sequence' | 'version' | 'updated_at'>;

interface StoredField {
  name: string;
  type: FieldType;
  description?: string;
  required?: boolean;
  options?: string[];
  /** Unknown fields of an imported option, by the option. */
  besideOptions?: Record<string, Record<string, unknown>>;
  showIf?: ShowIf | undefined;
  limits?: Record<string, number> | undefined;
  atDoor?: boolean;
  [unknown: string]: unknown;
}

export const forms: Collection<FormColumns> = {
  table: 'forms',
  keys: ['id'],
  topic: 'form',
  versioned: true,
  formOf: ({ id }) => id,
  path: ({ id }) => ['form', id],
  async read({ key, value, path, now, currency, refuse }) {
    const form = new Fields(value, path);
    const isFree = !form.has('price');
    const money = isFree ? ANY_CURRENCY : await currency();
    const take = <Value>(read: () => Value) => orLeftOut(refuse, read);
    // If it is unclear who may sign up, and when, nobody may.
    const wrong: string[] = [];
    const close: Refuse = (at, reason) => {
      wrong.push(at);
      refuse(at, reason);
    };
    const decide = <Value>(read: () => Value) => orLeftOut(close, read, 'sign-up closes now');
    const asksPerson = decide(() => form.flag('asksPerson'));
    const asks = wrong.length > 0 ? 1 : asksPerson;
    const amount = decide(() => readAmount(form, 'price', money, {}));
    const price = readPrice(form, { currency: money, price: amount, isFree }, refuse);
    const settings = {
      places: decide(() => readPlaces(form.number('places'), form.at('places'))),
      opens: decide(() => form.instant('opens')),
      closes: decide(() => form.instant('closes')),
    };
    const drawn = decide(() => readDrawOutcome(form)) ?? NOT_DRAWN;
    const draw = decide(() => readDraw(form, settings));
    const isClosed = wrong.length > 0;
    return {
      id: key,
      fields: take(() => readFields(form.take('fields'), form.at('fields'), refuse)),
      responses_days: take(() => readDays(form.number('responsesDays'), form.at('responsesDays'))),
      asks_person: asks,
      ...settings,
      ...(isClosed && { closes: now }),
      waitlist: take(() => form.flag('waitlist')),
      remind_hours: take(() => readHours(form.number('remindHours'), form.at('remindHours'), ALLOWED_REMINDER_HOURS)),
      ask_again_hours: take(() =>
        readHours(form.number('askAgainHours'), form.at('askAgainHours'), ALLOWED_QUESTION_HOURS),
      ),
      pass_on: take(() => form.flag('passOn')) === 1 ? 1 : null,
      confirms: take(() => form.flag('confirms')),
      ...readAudience(form, refuse),
      // A draw whose result cannot be read would be held again.
      draw: isClosed ? null : draw,
      ...(take(() => readKeepUntil(form, draw, now)) ?? NOT_KEPT),
      ...price,
      ...drawn.columns,
      extra: writeExtra({ ...form.rest(), ...drawn.beside }),
    };
  },
  // This site keeps its own result, and the secret whose fingerprint people have seen.
  merge: (known, incoming) =>
    known.drawn_at === null &&
    incoming.drawn_at !== null &&
    (known.draw_secret ?? incoming.draw_secret) === incoming.draw_secret
      ? incoming
      : { ...incoming, draw_secret: known.draw_secret, drawn_at: known.drawn_at, drawn: known.drawn },
  async prepare(tx, rows) {
    for (const { id, fields } of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
      await lockForm(tx, id);
      await rewriteChoices(tx, { id, fields: readStoredFields(fields) });
    }
  },
  // The event that has the form, perhaps a draft, may come later in the file.
  async notify(tx, rows) {
    const known = await listFormsOfPublicEvents(
      tx,
      rows.map(({ id }) => id),
    );
    for (const { id } of rows) tx.changed('form', known.has(id) ? id : '');
  },
  write(row, { currency = ANY_CURRENCY } = {}) {
    const amount = (cents: number | null) => (cents === null ? null : fromCents(cents, currency));
    const fields = readStored<StoredField[]>(row.fields, []);
    const { drawn: beside, ...extra } = readExtra(row.extra);
    const { drawn, ...others } = writeDrawOutcome(row);
    return present({
      fields: fields.map(writeField),
      responsesDays: row.responses_days,
      asksPerson: row.asks_person === null ? null : row.asks_person === 1,
      places: row.places,
      waitlist: row.waitlist === null ? null : row.waitlist === 1,
      opens: row.opens,
      closes: row.closes,
      remindHours: row.remind_hours,
      confirms: row.confirms === null ? null : row.confirms === 1,
      audience: row.audience,
      membersUntil: row.members_until,
      askAgainHours: row.ask_again_hours,
      passOn: row.pass_on === 1 ? true : null,
      draw: row.draw === 1 ? true : null,
      keepUntil: row.keep_until,
      price: amount(row.price),
      memberPrice: amount(row.member_price),
      howToPay: row.how_to_pay,
      payWithinDays: row.pay_within_days,
      giveUpUnpaid: row.give_up_unpaid === 1 ? true : null,
      ...others,
      ...extra,
      drawn: drawn || beside ? { ...drawn, ...(isContainer(beside) && beside) } : null,
    });
  },
};

function readDays(days: number | null, path: string): number | null {
  if (days !== null && !isDays(days)) throw new BadValue(path, `must be a whole number of days up to ${MOST_DAYS}`);
  return days;
}

function readPlaces(places: number | null, path: string): number | null {
  if (places !== null && !isPlaces(places)) {
    throw new BadValue(path, `must be a whole number from 1 to ${MOST_PLACES.toLocaleString('en')}`);
  }
  return places;
}

type Draw = Pick<FormColumns, 'draw_secret' | 'drawn_at' | 'drawn'>;

/** @throws BadValue for a draw that is impossible. */
function readDraw(
  form: Fields,
  { places, opens, closes }: Pick<FormColumns, 'places' | 'opens' | 'closes'>,
): number | null {
  if (form.flag('draw') !== 1) return null;
  const isWhole = places !== null && closes !== null && (opens === null || closes >= opens + LEAST_OPEN_MS);
  if (isWhole) return 1;
  throw new BadValue(form.at('draw'), 'needs places, and closes at least ten minutes after opens');
}

const NOT_KEPT = { keep_until: null, released_at: null };

/** Places that were released before are not released again. @throws BadValue if there is a draw too. */
function readKeepUntil(
  form: Fields,
  draw: number | null,
  now: number,
): Pick<FormColumns, 'keep_until' | 'released_at'> {
  const until = form.instant('keepUntil');
  if (until !== null && draw === 1) throw new BadValue(form.at('keepUntil'), 'a draw keeps no places');
  return { keep_until: until, released_at: until !== null && until <= now ? now : null };
}

type Price = Pick<FormColumns, 'price' | 'member_price' | 'how_to_pay' | 'pay_within_days' | 'give_up_unpaid'>;

/** Without a price, the other fields are left out. `isFree`: the file gives none, not even a wrong one. */
function readPrice(
  form: Fields,
  { currency, price, isFree }: { currency: string; price: number | null; isFree: boolean },
  refuse: Refuse,
): Price {
  const take = <Value>(read: () => Value) => orLeftOut(refuse, read);
  const hasDays = form.has('payWithinDays');
  const memberPrice = take(() => readAmount(form, 'memberPrice', currency, { orNothing: true, most: price }));
  if (isFree && memberPrice !== null) refuse(form.at('memberPrice'), 'needs a price');
  const howToPay = take(() => readHowToPay(form, price !== null));
  const days = take(() => readHours(form.number('payWithinDays'), form.at('payWithinDays'), ALLOWED_PAY_WITHIN_DAYS));
  const isGivenUp = take(() => form.flag('giveUpUnpaid')) === 1;
  if (isGivenUp && !hasDays) refuse(form.at('giveUpUnpaid'), 'needs payWithinDays');
  const givesUp = isGivenUp && days !== null;
  if (price === null)
    return {
      price,
      member_price: null,
      how_to_pay: isFree ? howToPay : null,
      pay_within_days: null,
      give_up_unpaid: null,
    };
  return {
    price,
    member_price: memberPrice,
    how_to_pay: howToPay,
    pay_within_days: days,
    give_up_unpaid: givesUp ? 1 : null,
  };
}

interface Allowed {
  orNothing?: boolean;
  /** In cents; null for the highest price there may be. */
  most?: number | null;
}

function readAmount(form: Fields, name: string, currency: string, { most = null, ...allowed }: Allowed): number | null {
  const amount = form.number(name);
  if (amount === null) return null;
  const cents = isAskable(amount, currency, allowed) ? toCents(amount, currency) : undefined;
  if (cents === undefined) throw new BadValue(form.at(name), `must be an amount in ${currency}, up to 1,000,000`);
  if (most !== null && cents > most) throw new BadValue(form.at(name), 'must be no more than price');
  return cents;
}

function readHowToPay(form: Fields, isNeeded: boolean): string | null {
  const text = form.text('howToPay');
  if (isNeeded && !text?.trim()) throw new BadValue(form.at('howToPay'), 'is missing: nobody is told how to pay');
  if (text !== null && text.length > MOST_HOW_TO_PAY)
    throw new BadValue(form.at('howToPay'), `must have ${MOST_HOW_TO_PAY} characters at most`);
  return text;
}

interface DrawnPart {
  hash?: string;
  secret?: string;
  at?: number;
}

/** Written only after the draw, as the secret of a coming one leaves this site only in a backup. */
function writeDrawOutcome({ draw_secret: secret, drawn_at: at, drawn }: FormColumns): {
  drawn?: DrawnPart;
  drawnPlaces?: number | null;
  drawnTickets?: string[] | null;
} {
  if (secret === null || at === null) return {};
  const { places = null, tickets = null } = parseDrawResult(drawn) ?? {};
  return { drawn: { hash: fingerprintOf(secret), secret, at }, drawnPlaces: places, drawnTickets: tickets };
}

const NOT_DRAWN = { columns: { draw_secret: null, drawn_at: null, drawn: null }, beside: {} };

/** `beside` has the unknown fields. @throws BadValue */
function readDrawOutcome(form: Fields): { columns: Draw; beside: Record<string, unknown> } {
  const given = form.take('drawn');
  const places = form.number('drawnPlaces');
  const list = readList(form.take('drawnTickets'), form.at('drawnTickets')) ?? [];
  const tickets = list.map((ticket, at) => readTicket(ticket, `${form.at('drawnTickets')}/${at}`));
  if (given === null) return NOT_DRAWN;
  const drawn = new Fields(given, form.at('drawn'));
  const [secret, hash, at] = [drawn.text('secret') ?? '', drawn.text('hash'), drawn.instant('at')];
  if (!/^[0-9a-f]{64}$/.test(secret)) throw new BadValue(drawn.at('secret'), 'must be 64 hex digits in small letters');
  if (hash !== fingerprintOf(secret)) throw new BadValue(drawn.at('hash'), 'is not the SHA-256 of the secret');
  if (at === null) throw new BadValue(drawn.at('at'), 'is missing');
  const isWhole = places !== null && tickets.length > 0;
  const rest = drawn.rest();
  return {
    columns: { draw_secret: secret, drawn_at: at, drawn: isWhole ? JSON.stringify({ places, tickets }) : null },
    beside: Object.keys(rest).length > 0 ? { drawn: rest } : {},
  };
}

function readTicket(ticket: unknown, path: string): string {
  return readText(typeof ticket === 'number' ? String(ticket) : ticket, path) ?? '';
}

function readHours(hours: number | null, path: string, choices: readonly number[]): number | null {
  if (hours !== null && !choices.includes(hours)) {
    throw new BadValue(path, `must be ${choices.join(' or ')}`);
  }
  return hours;
}

/** An invalid audience counts as 'members'. */
function readAudience(form: Fields, refuse: Refuse): Pick<FormColumns, 'audience' | 'members_until'> {
  const until = orLeftOut(refuse, () => form.instant('membersUntil'));
  const given = form.take('audience');
  if (given === null || given === 'members') return { audience: given, members_until: until };
  refuse(form.at('audience'), 'must be members, or left out: sign-up is for members only');
  return { audience: 'members', members_until: null };
}

function readFields(value: unknown, path: string, refuse: Refuse): string | null {
  const paths = new Map<string, string>();
  const fields = readItems(value, path, refuse, (item, at) => {
    const field = readField(item, at, refuse);
    if (paths.has(field.name)) throw new BadValue(`${at}/name`, 'is the name of another field too');
    paths.set(field.name, at);
    return field;
  });
  const faults = findFaults(
    fields.map(({ description = '', required = false, options = [], ...field }) => ({
      description,
      required,
      options,
      ...field,
    })),
  );
  for (const { index, path: setting, message } of faults) {
    refuse([[...paths.values()][index], ...setting].join('/'), `is left out: ${message}`);
  }
  return fields.length > 0 ? JSON.stringify(withoutFaults(fields, faults)) : null;
}

function readField(value: unknown, path: string, refuse: Refuse): StoredField {
  const field = new Fields(value, path);
  const name = field.text('name');
  if (!name) throw new BadValue(field.at('name'), 'is missing');
  // Setting this name on an object would change its prototype.
  if (name === '__proto__') throw new BadValue(field.at('name'), 'cannot be used as a name');
  const given = field.text('type')?.toLowerCase();
  const type = FIELD_TYPES.find((one) => one === given);
  if (!type) throw new BadValue(field.at('type'), `must be one of ${FIELD_TYPES.join(', ')}`);
  const description = orLeftOut(refuse, () => field.text('description'));
  const required = orLeftOut(refuse, () => field.flag('required'));
  const options = readOptions(field, refuse);
  return {
    name,
    type,
    ...(description !== null && { description }),
    ...(required !== null && { required: required === 1 }),
    ...options,
    ...readSettings(field, refuse),
    ...field.rest(),
  };
}

/** Leaves out invalid settings, and keeps the form. */
function readSettings(field: Fields, refuse: Refuse): Pick<StoredField, 'showIf' | 'limits' | 'atDoor'> {
  const given = { showIf: field.take('showIf'), limits: field.take('limits'), atDoor: field.take('atDoor') };
  const showIf = readCondition(given.showIf);
  const limits = readPlacesByOption(given.limits);
  if (given.showIf !== null && !showIf) refuse(field.at('showIf'), 'is left out: it must hold field and anyOf');
  if (given.limits !== null && !limits && !isEmpty(given.limits))
    refuse(field.at('limits'), 'is left out: it must hold numbers by option');
  if (given.atDoor !== null && typeof given.atDoor !== 'boolean')
    refuse(field.at('atDoor'), 'is left out: it must be true or false');
  return { ...(showIf && { showIf }), ...(limits && { limits }), ...(given.atDoor === true && { atDoor: true }) };
}

/** Keeps unknown fields too. */
function readCondition(given: unknown): ShowIf | undefined {
  if (!isContainer(given) || !('anyOf' in given)) return undefined;
  const { anyOf } = given;
  const whole = { ...given, anyOf: isList(anyOf) ? readList(anyOf, '') : anyOf };
  const showIf = readShowIf(whole);
  return showIf && { ...new Fields(whole, '').rest(), ...showIf };
}

/** An export may turn it into a list if the options are called 0, 1, 2. */
function readPlacesByOption(given: unknown): Record<string, number> | undefined {
  if (!isContainer(given)) return readLimits(given);
  return readLimits(Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== null)));
}

/** True if there are no limits at all. */
function isEmpty(limits: unknown): boolean {
  return isContainer(limits) && Object.values(limits).every((limit) => limit === null);
}

/** Options are texts, or objects with one under `name` (product.md 11) and perhaps further fields. */
function readOptions(field: Fields, refuse: Refuse): Pick<StoredField, 'options' | 'besideOptions'> {
  const path = field.at('options');
  const beside: [option: string, rest: Record<string, unknown>][] = [];
  const readOption = (item: unknown, at: string) => {
    if (typeof item === 'number') return String(item);
    const whole = typeof item === 'object' ? new Fields(item, at) : undefined;
    const option = whole ? whole.text('name') : readText(item, at);
    if (option === null) throw new BadValue(`${at}/name`, 'is missing');
    const rest = whole?.rest() ?? {};
    if (Object.keys(rest).length > 0) beside.push([option, rest]);
    return option;
  };
  const options = orLeftOut(refuse, () => readItems(field.take('options'), path, refuse, readOption)) ?? [];
  return {
    ...(options.length > 0 && { options }),
    ...(beside.length > 0 && { besideOptions: Object.fromEntries(beside) }),
  };
}

function writeField({ name, type, description, required, options, besideOptions, ...others }: StoredField): object {
  const written = options?.map((option) => {
    const beside = besideOptions && own(besideOptions, option);
    return beside ? { name: option, ...beside } : option;
  });
  return present({ name, type, description, required, options: written, ...others });
}
