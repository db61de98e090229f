import { DAY_MS } from '../../time/durations.ts';
import type { Writer } from '../../db/db.server.ts';
import type { EntryRow } from '../../db/tables.ts';
import { addressKey } from '../../domain/address-key.ts';
import { isEmail } from '../../domain/email-address.ts';
import { keyTime } from '../../domain/keys.ts';
import { forgetLinks } from '../../domain/sign-ups/links.ts';
import { forgetChoices, writeChoices } from '../../domain/forms/chosen-options.ts';
import { findForm, readFields } from '../../domain/forms/event-form.ts';
import { hasLimits } from '../../domain/forms/option-places.ts';
import { isTicket, ticketOf } from '../../domain/sign-ups/draw/tickets.ts';
import { lockForm } from '../../domain/sign-ups/standing.ts';
import { readAnswers } from '../../domain/questions/answer.ts';
import { BadValue, Fields, isList, orLeftOut, present, readItems, readList, readText, type Refuse } from '../fields.ts';
import type { Collection } from '../collection.ts';

type EntryColumns = Pick<EntryRow, keyof EntryRow>;

const STATES = ['unconfirmed', 'going', 'waiting', 'entered', 'cancelled'] as const;

/** A key with an earlier time only happens to have the shape. */
const FIRST_KEY_TIME = Date.UTC(2010, 0, 1);

export const entries: Collection<EntryColumns> = {
  table: 'entries',
  keys: ['form_id', 'key'],
  topic: 'entry',
  versioned: false,
  fixed: ['created_at'],
  path: ({ form_id, key }) => ['entry', form_id, key],
  // Of a file of before there were draws, or of another site.
  merge: (known, incoming) => ({ ...incoming, ticket: incoming.ticket ?? known.ticket }),
  read({ parent, key, value, path, now, refuse }) {
    const entry = new Fields(value, path);
    const signUp = readSignUp(entry, now, refuse);
    const ticket = orLeftOut(refuse, () => readTicket(entry));
    const answers = Object.entries(entry.rest()).flatMap(([name, answer]) => {
      const read = orLeftOut(refuse, () => readAnswer(answer, `${path}/${name}`, refuse));
      return read === null ? [] : [[name, read] as const];
    });
    const created_at = madeAt(key, now);
    return {
      ...{ form_id: parent, key, answers: JSON.stringify(Object.fromEntries(answers)), created_at },
      ...signUp,
      check_ins: null,
      ticket,
      since: signUp.state && (signUp.since ?? created_at),
    };
  },
  async prepare(tx, rows) {
    for (const id of new Set(rows.map(({ form_id: form }) => form).toSorted())) await lockForm(tx, id);
    await writeChoicesOf(tx, rows);
    const signUps = rows.filter(({ state }) => state !== null);
    if (await holdPlaces(tx, rows)) tx.changed('places', '');
    if (signUps.length === 0) return;
    await freeAddresses(tx, signUps);
    await leaveDrawn(tx, signUps);
    await giveTickets(tx, signUps);
  },
  async remove(tx, rows) {
    const forms = Map.groupBy(rows, ({ form_id: form }) => form);
    for (const [form, gone] of forms) {
      const keys = gone.map(({ key }) => key);
      await forgetLinks(tx, form, keys);
      await forgetChoices(tx, form, keys);
    }
    if (await holdPlaces(tx, rows)) tx.changed('places', '');
  },
  write({ answers, state, email, since, checked_in, asked_for, coming_for, ticket }) {
    if (state === null) return readAnswers(answers);
    return {
      ...readAnswers(answers),
      ...present({ $state: state, $email: email, $since: since, $checkedIn: checked_in }),
      ...present({ $askedFor: asked_for, $comingFor: coming_for, $ticket: ticket }),
    };
  },
};

async function writeChoicesOf(tx: Writer, rows: EntryColumns[]): Promise<void> {
  for (const [form, some] of Map.groupBy(rows, ({ form_id: id }) => id)) {
    const responses = some.map(({ key, answers }) => ({ key, answers: readAnswers(answers) }));
    await writeChoices(tx, await findForm(tx, form), responses);
  }
}

/** Whether pages show places or options that some of these take. */
async function holdPlaces({ query }: Writer, rows: EntryColumns[]): Promise<boolean> {
  if (rows.some(({ state }) => state !== null)) return true;
  if (rows.length === 0) return false;
  const ids = [...new Set(rows.map(({ form_id: form }) => form))];
  const forms = await query.selectFrom('forms').select('fields').where('id', 'in', ids).execute();
  return forms.some(({ fields }) => hasLimits(readFields(fields)));
}

/**
 * An address is signed up once for each form: by the last of those that name it, and by the file before what is there. What
 * nobody has confirmed may name it as well.
 */
async function freeAddresses({ query }: Writer, signUps: EntryColumns[]): Promise<void> {
  const confirmed = signUps.filter(({ state }) => state !== 'unconfirmed');
  for (const [form, some] of Map.groupBy(confirmed, ({ form_id: id }) => id)) {
    const named = new Set<string>();
    for (const signUp of some.toReversed()) {
      if (signUp.email === null) continue;
      if (named.has(signUp.email)) signUp.email = null;
      else named.add(signUp.email);
    }
    if (named.size === 0) continue;
    await query
      .updateTable('entries')
      .set({ email: null })
      .where('form_id', '=', form)
      .where('state', '<>', 'unconfirmed')
      .where('email', 'in', [...named])
      .execute();
  }
}

/** What was drawn is not drawn again: a file of before leaves everybody where the draw has put them. */
async function leaveDrawn({ query }: Writer, signUps: EntryColumns[]): Promise<void> {
  for (const signUp of signUps.filter(({ state }) => state === 'entered')) {
    const { form_id: form, key } = signUp;
    const drawn = await query
      .selectFrom('forms')
      .select('id')
      .where('id', '=', form)
      .where('drawn_at', 'is not', null)
      .executeTakeFirst();
    if (!drawn) continue;
    const entry = query.selectFrom('entries').select(['state', 'since']).where('form_id', '=', form);
    const known = await entry.where('key', '=', key).executeTakeFirst();
    Object.assign(signUp, known?.state ? known : { state: 'waiting' });
  }
}

/** One form has a ticket once: of two that a file names the later keeps it. Anyone who is in a draw has one. */
async function giveTickets({ query }: Writer, signUps: EntryColumns[]): Promise<void> {
  for (const [form, some] of Map.groupBy(signUps, ({ form_id: id }) => id)) {
    const named = new Set<string>();
    for (const entry of some.toReversed()) {
      if (entry.ticket !== null && named.has(entry.ticket)) entry.ticket = null;
      if (entry.state === 'entered') entry.ticket ??= ticketOf(form, entry.key);
      if (entry.ticket !== null) named.add(entry.ticket);
    }
    if (named.size === 0) continue;
    const keys = some.map(({ key }) => key);
    await query
      .updateTable('entries')
      .set({ ticket: null })
      .where('form_id', '=', form)
      .where((is) => is.or([is('key', 'in', keys), is('ticket', 'in', [...named])]))
      .execute();
  }
}

/** Of an event that draws its places. */
function readTicket(entry: Fields): string | null {
  const ticket = entry.text('$ticket');
  if (ticket !== null && !isTicket(ticket)) throw new BadValue(entry.at('$ticket'), 'must be eight letters and digits');
  return ticket;
}

type SignUpColumns = Pick<EntryRow, 'state' | 'email' | 'since' | 'checked_in' | 'asked_for' | 'coming_for'>;

const OF_SIGN_UPS = ['$email', '$since', '$checkedIn', '$askedFor', '$comingFor', '$ticket'];

function readSignUp(entry: Fields, now: number, refuse: Refuse): SignUpColumns {
  const [given, named] = [entry.take('$state'), OF_SIGN_UPS.filter((name) => entry.has(name))];
  const take = <Value>(read: () => Value) => orLeftOut(refuse, read);
  const columns = {
    email: take(() => readEmail(entry)),
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

function readEmail(entry: Fields): string | null {
  const address = addressKey(entry.text('$email') ?? '');
  if (address && !isEmail(address)) throw new BadValue(entry.at('$email'), 'must be an e-mail address');
  return address || null;
}

/** Anyone who signed up in the future would put everyone who comes after them there too: nobody would be reminded. */
function readPast(entry: Fields, name: string, now: number): number | null {
  const at = entry.instant(name);
  if (at !== null && at > now + DAY_MS) throw new BadValue(entry.at(name), 'must not lie in the future');
  return at;
}

/** A number is taken as the text that it was. */
function readAnswer(answer: unknown, path: string, refuse: Refuse): string | boolean | string[] | null {
  if (typeof answer === 'boolean') return answer;
  if (isList(answer)) return readItems(readList(answer, path) ?? [], path, refuse, readAnswerText);
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
