import { DAY_MS } from '../../time/durations.ts';
import type { EntryRow } from '../../db/tables.ts';
import { addressKey } from '../../domain/address-key.ts';
import { readEmail } from '../../domain/email-input.ts';
import { keyTime } from '../../domain/keys.ts';
import { ANY_CURRENCY } from '../../domain/money.ts';
import { findTakenReferences, forgetEntries, importEntries } from '../../domain/sign-ups/commands/import.ts';
import { isTicket } from '../../domain/sign-ups/draw/tickets.ts';
import { readAnswers } from '../../domain/questions/answer.ts';
import { BadValue, Fields, isList, orLeftOut, present, readItems, readText, type Refuse } from '../fields.ts';
import type { Collection } from '../collection.ts';
import { billColumns, graceOf, hasMoney, MONEY, NO_MONEY, readBill, saysNothingOfMoney, writeBill } from './bill.ts';

type EntryColumns = Pick<EntryRow, keyof EntryRow>;

const STATES = ['unconfirmed', 'going', 'waiting', 'entered', 'cancelled'] as const;

/** A key with an earlier time only happens to look like one of ours. */
const FIRST_KEY_TIME = Date.UTC(2010, 0, 1);

export const entries: Collection<EntryColumns> = {
  table: 'entries',
  keys: ['form_id', 'key'],
  topic: 'entry',
  versioned: false,
  formOf: ({ form_id }) => form_id,
  changes: { save: importEntries, remove: forgetEntries },
  withoutClashes: withoutSharedAddresses,
  amendments: findTakenReferences,
  path: ({ form_id, key }) => ['entry', form_id, key],
  // A file from another site, or from before there were draws and prices, has no ticket and no payment.
  merge: (known, incoming) => ({
    ...incoming,
    ticket: incoming.ticket ?? known.ticket,
    ...(saysNothingOfMoney(incoming) ? billColumns(known) : { remind_to_pay_at: reminderOf(known, incoming) }),
  }),
  async read({ parent, key, value, path, now, currency, refuse }) {
    const entry = new Fields(value, path);
    const signUp = readSignUp(entry, now, refuse);
    const bill = readBill(entry, { currency: hasMoney(entry) ? await currency() : ANY_CURRENCY, now }, refuse);
    const ticket = orLeftOut(refuse, () => readTicket(entry));
    const answers = Object.entries(entry.rest()).flatMap(([name, answer]) => {
      const read = orLeftOut(refuse, () => readAnswer(answer, `${path}/${name}`, refuse));
      return read === null ? [] : [[name, read] as const];
    });
    const created_at = madeAt(key, now);
    return {
      form_id: parent,
      key,
      answers: JSON.stringify(Object.fromEntries(answers)),
      created_at,
      ...signUp,
      check_ins: null,
      ticket,
      ...(signUp.state === null ? NO_MONEY : bill),
      since: signUp.state && (signUp.since ?? created_at),
    };
  },
  write({ answers, state, email, since, checked_in, asked_for, coming_for, ticket, ...bill }, options) {
    if (state === null) return readAnswers(answers);
    return {
      ...readAnswers(answers),
      ...present({ $state: state, $email: email, $since: since, $checkedIn: checked_in }),
      ...present({ $askedFor: asked_for, $comingFor: coming_for, $ticket: ticket }),
      ...(options?.withMoney !== false && writeBill(bill, options?.currency)),
    };
  },
};

/** A form has each address once: the first in the file keeps it. Unconfirmed sign-ups may name it as well. */
function withoutSharedAddresses(
  rows: EntryColumns[],
  holders: Map<string, string>,
  refuse: (row: EntryColumns, field: string, reason: string) => void,
): EntryColumns[] {
  return rows.map((row) => {
    const { form_id: form, key, state, email } = row;
    if (email === null || state === null || state === 'unconfirmed') return row;
    const id = JSON.stringify([form, email]);
    const holder = holders.get(id);
    if (holder === undefined) {
      // A copy, because a key that was read is a slice of the file and would keep all of it in memory.
      holders.set(id, Buffer.from(key).toString());
      return row;
    }
    if (holder === key) return row;
    refuse(row, '$email', `is left out: the entry ‘${holder}’ has this address too`);
    return { ...row, email: null };
  });
}

function reminderOf(known: EntryColumns, incoming: EntryColumns): number | null {
  const saysNothing = incoming.pay_by === known.pay_by && graceOf(incoming) === null;
  return saysNothing ? known.remind_to_pay_at : incoming.remind_to_pay_at;
}

function readTicket(entry: Fields): string | null {
  const ticket = entry.text('$ticket');
  if (ticket !== null && !isTicket(ticket)) throw new BadValue(entry.at('$ticket'), 'must be eight letters and digits');
  return ticket;
}

type SignUpColumns = Pick<EntryRow, 'state' | 'email' | 'since' | 'checked_in' | 'asked_for' | 'coming_for'>;

const OF_SIGN_UPS = ['$email', '$since', '$checkedIn', '$askedFor', '$comingFor', '$ticket', ...MONEY];

function readSignUp(entry: Fields, now: number, refuse: Refuse): SignUpColumns {
  const [given, named] = [entry.take('$state'), OF_SIGN_UPS.filter((name) => entry.has(name))];
  const take = <Value>(read: () => Value) => orLeftOut(refuse, read);
  const columns = {
    email: take(() => emailOf(entry)),
    since: take(() => readPast(entry, '$since', now)),
    checked_in: take(() => readPast(entry, '$checkedIn', now)),
    asked_for: take(() => entry.instant('$askedFor')),
    coming_for: take(() => entry.instant('$comingFor')),
  };
  const state = STATES.find((one) => one === given);
  if (state) return { state, ...columns };
  if (given !== null)
    refuse(entry.at('$state'), `must be ${STATES.join(', ')}: all that belongs to a sign-up is left out`);
  else for (const name of named) refuse(entry.at(name), 'is left out: only a sign-up has it, with $state');
  return { state: null, ...columns, email: null, since: null, checked_in: null, asked_for: null, coming_for: null };
}

function emailOf(entry: Fields): string | null {
  const email = entry.text('$email')?.trim();
  if (!email) return null;
  const read = readEmail(email, 'must be an email address');
  if ('wrong' in read) throw new BadValue(entry.at('$email'), read.wrong);
  return addressKey(read.address);
}

/** A sign-up in the future would also move everyone after it into the future, and nobody would be reminded. */
function readPast(entry: Fields, name: string, now: number): number | null {
  const at = entry.instant(name);
  if (at !== null && at > now + DAY_MS) throw new BadValue(entry.at(name), 'must not lie in the future');
  return at;
}

/** A number becomes a text. */
function readAnswer(answer: unknown, path: string, refuse: Refuse): string | boolean | string[] | null {
  if (typeof answer === 'boolean') return answer;
  if (isList(answer)) return readItems(answer, path, refuse, readAnswerText);
  if (typeof answer !== 'string' && typeof answer !== 'number')
    throw new BadValue(path, 'must be a text, a list of texts, true or false');
  return readAnswerText(answer, path);
}

function readAnswerText(answer: unknown, path: string): string | null {
  return readText(typeof answer === 'number' ? String(answer) : answer, path);
}

function madeAt(key: string, now: number): number {
  const time = keyTime(key);
  return time !== undefined && time >= FIRST_KEY_TIME && time <= now + DAY_MS ? time : now;
}
