import { setTimeout as after } from 'node:timers/promises';
import { issueToken } from '../app/attest/attestation.server.ts';
import type { Writer } from '../app/db/db.server.ts';
import type { EntryRow, FormRow } from '../app/db/tables.ts';
import { announceEvent } from '../app/domain/announcements/announce.ts';
import { requireAnyEvent } from '../app/domain/events/with-drafts.ts';
import { LEASE_MS } from '../app/domain/jobs/run.ts';
import { newLink } from '../app/domain/sign-ups/links.ts';
import { HOUR_MS } from '../app/time/durations.ts';
import type { TestDatabase } from './databases.ts';
import { openDiscord, type DiscordServer } from './discord-server.ts';
import { openMailServer, type MailServer } from './mail-server.ts';
import { addressOf, cancelPerson, type Acknowledged } from './person-form.ts';
import { signUpRow } from './sign-ups.ts';
import { startSimulated, type Order, type SimulatedSite } from './simulated-site.ts';

const SECRET = 'a secret that all copies of it share';
const REMIND_HOURS = 24;

/** Someone who was acknowledged, or planted as if they had been. */
interface Person {
  name: string;
  form: string;
  /** undefined: planted as somebody who has entered a draw. */
  said: Acknowledged['state'] | undefined;
  link: string;
  /** Whether they asked to be cancelled, and whether that was acknowledged. */
  cancelled: 'no' | 'asked' | 'yes';
}

interface Form {
  id: string;
  places: number | null;
  start: number;
  draws: boolean;
  /** By address, who was there from the first, and was told by nobody. */
  planted: Map<string, EntryRow['state']>;
  /** When those who go are reminded; undefined: never. */
  remindAt: number | undefined;
}

interface Planting {
  places?: number | null;
  /** From now, in milliseconds. */
  startsIn?: number;
  reminds?: boolean;
  isAnnounced?: boolean;
  closesIn?: number;
  people?: { name: string; state: 'going' | 'waiting' | 'entered' }[];
}

/** A club's site that fails as a test says, and what was acknowledged by it. */
export class Simulation {
  readonly copies: SimulatedSite[] = [];
  readonly mail: MailServer;
  readonly discord: DiscordServer;
  readonly people: Person[] = [];
  /** While false the mail server puts everything off. */
  takesMail = true;
  /** How often one of its copies was killed and started again. */
  kills = 0;
  readonly #database: TestDatabase;
  readonly #forms: Form[] = [];
  #aheadMs = 0;
  #senders = 0;

  private constructor(database: TestDatabase, mail: MailServer, discord: DiscordServer) {
    this.#database = database;
    this.mail = mail;
    this.discord = discord;
  }

  /** Two copies on Postgres, one on SQLite. */
  static async open(database: TestDatabase): Promise<Simulation> {
    const mail = await openMailServer({
      beforeTaking() {
        if (!simulation.takesMail) throw Object.assign(new Error('Try again later'), { responseCode: 451 });
      },
    });
    const discord = await openDiscord();
    const simulation = new Simulation(database, mail, discord);
    const env = {
      SESSION_SECRET: SECRET,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      SMTP_URL: mail.url,
      DISCORD_WEBHOOK_URL: discord.url,
    };
    const ports = [mail.port, discord.port];
    for (let copies = database.databaseUrl ? 2 : 1; copies > 0; copies--)
      simulation.copies.push(await startSimulated({ env, database, ports, aheadMs: () => simulation.#aheadMs }));
    return simulation;
  }

  async close(): Promise<void> {
    for (const copy of this.copies) await copy.end();
    await this.mail.close();
    await this.discord.close();
    await this.#database.close();
  }

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** Lets time pass, for every copy at once. */
  async pass(ms: number): Promise<void> {
    this.#aheadMs += ms;
    await Promise.all(this.copies.map((copy) => copy.order({ aheadMs: this.#aheadMs })));
  }

  copy(at: number): SimulatedSite {
    const copy = this.copies[at % this.copies.length];
    if (!copy) throw new Error('There is no copy.');
    return copy;
  }

  /** An event, its form and those who are signed up with it already. */
  async plant(id: string, { places = null, startsIn = 30 * 24 * HOUR_MS, ...more }: Planting = {}): Promise<Form> {
    const { reminds = false, isAnnounced = false, closesIn, people = [] } = more;
    const now = this.now();
    const start = now + startsIn;
    const draws = closesIn !== undefined;
    const stamp = { version: 1, updated_at: now };
    const settings: Partial<FormRow> = { places, waitlist: 1, remind_hours: reminds ? REMIND_HOURS : null };
    const draw = draws ? { draw: 1, closes: now + closesIn } : {};
    const links = await this.#database.db.write(async (tx) => {
      const row = { id, fields: '[]', asks_person: 1, ...settings, ...draw, ...stamp };
      await tx.query.insertInto('forms').values(row).execute();
      await tx.query
        .insertInto('events')
        .values({
          key: id,
          title: id,
          form_id: id,
          time_start: start,
          time_end: start + HOUR_MS,
          announce: Number(isAnnounced),
          ...stamp,
        })
        .execute();
      const entries = people.map(({ name, state }, at) =>
        entryOf(id, name, { state, since: now + at, created_at: now }),
      );
      if (entries.length > 0) await tx.query.insertInto('entries').values(entries).execute();
      if (isAnnounced) await announceEvent(tx, await requireAnyEvent(tx, id), now);
      tx.changed('event', id);
      return linkAll(tx, id, entries);
    });
    for (const [at, { name, state }] of people.entries()) {
      const said = state === 'entered' ? undefined : state;
      this.people.push({ name, form: id, said, link: links[at] ?? '', cancelled: 'no' });
    }
    const remindAt = reminds ? start - REMIND_HOURS * HOUR_MS : undefined;
    const form = {
      id,
      places,
      start,
      draws,
      remindAt,
      planted: new Map(people.map(({ name, state }) => [addressOf(name), state])),
    };
    this.#forms.push(form);
    return form;
  }

  /** Sends the form as a browser does: after a failure again, under the same key, as often as it is patient. */
  async signUp(form: string, name: string, { from = 0, patience = 5 } = {}): Promise<boolean> {
    const once = crypto.randomUUID();
    const sender = `10.${this.#senders >> 8}.0.${this.#senders++ & 255}`;
    for (let times = 0; times < patience; times++) {
      const said = await this.#send(this.copy(from + times).url(), { form, name, once, sender }).catch(() => undefined);
      if (said) {
        this.people.push({ name, form, said: said.state, link: said.link, cancelled: 'no' });
        return true;
      }
      await this.startKilled();
    }
    return false;
  }

  async #send(
    url: string,
    { form, name, once, sender }: { form: string; name: string; once: string; sender: string },
  ): Promise<Acknowledged | undefined> {
    const answer = await fetch(`${url}/api/entries/${form}`, {
      method: 'POST',
      body: JSON.stringify({ answers: { name, email: addressOf(name) }, token: issueToken(SECRET, this.now()), once }),
      headers: { origin: url, 'content-type': 'application/json', 'x-forwarded-for': sender },
    });
    if (answer.ok) return (await answer.json()).signUp;
    const text = await answer.text();
    // A refusal says of itself that nothing came of it.
    if (answer.status < 500) throw new Error(`${name} was refused: ${answer.status} ${text}`);
    return undefined;
  }

  async cancel(person: Person, { from = 0, patience = 5 } = {}): Promise<void> {
    person.cancelled = 'asked';
    for (let times = 0; times < patience; times++) {
      if (await cancelPerson(this.copy(from + times).url(), person.link).catch(() => false)) {
        person.cancelled = 'yes';
        return;
      }
      await this.startKilled();
    }
  }

  /** Starts what has been killed. */
  async startKilled(): Promise<void> {
    for (const copy of this.copies) {
      if (copy.isRunning()) continue;
      this.kills++;
      await copy.start();
    }
  }

  /** Nothing fails any more. */
  async mend(): Promise<void> {
    this.takesMail = true;
    await this.startKilled();
    const order: Order = { killAfterWrites: null, failWrites: [] };
    for (const copy of this.copies) await copy.order(order);
    await this.startKilled();
  }

  /** Waits, while its clock goes on, until all that is due is done and every mail is sent. */
  async settle(): Promise<void> {
    for (let times = 0; times < 400; times++) {
      await this.startKilled();
      const left = await this.#listLeft();
      if (left.length === 0) return;
      await after(50);
      // What a copy that was killed had begun waits for the end of its lease.
      if (times % 10 === 9) await this.pass(LEASE_MS + 1000);
    }
    throw new Error(`Left after all that time: ${JSON.stringify(await this.#listLeft())}`);
  }

  async #listLeft(): Promise<string[]> {
    const now = this.now();
    // Read at one moment, since a reminder is begun together with its mails.
    const { mails, announcements, mailings, draws } = await this.#database.db.snapshot(async ({ query }) => ({
      mails: await query.selectFrom('outbox').select('key').where('sent_at', 'is', null).execute(),
      announcements: await query
        .selectFrom('announcements')
        .select('key')
        .where('state', 'in', ['waiting', 'sending'])
        .execute(),
      mailings: await query.selectFrom('mailings').select(['form_id', 'kind', 'done_at']).execute(),
      draws: await query
        .selectFrom('forms')
        .select('id as key')
        .where('draw', '=', 1)
        .where('drawn_at', 'is', null)
        .where('closes', '<=', now)
        .execute(),
    }));
    const reminded = new Set(mailings.flatMap(({ form_id: id, kind }) => (kind === 'event reminder' ? [id] : [])));
    return [
      ...[...mails, ...announcements, ...draws].map(({ key }) => key),
      ...mailings.flatMap(({ form_id: id, kind, done_at: at }) => (at === null ? [`${kind} of ${id}`] : [])),
      ...this.#forms.flatMap(({ id, start, remindAt = Infinity }) =>
        remindAt <= now && now < start && !reminded.has(id) ? [`reminders of ${id}`] : [],
      ),
    ];
  }

  /** What is stored, and must never be; empty where all holds. */
  async wrongStored(): Promise<string[]> {
    const { query } = this.#database.db;
    const rows = await query.selectFrom('entries').selectAll().orderBy('since').execute();
    const byForm = Map.groupBy(rows, ({ form_id: id }) => id);
    const wrong: string[] = [];
    for (const form of this.#forms) wrong.push(...wrongPlaces(form, byForm.get(form.id) ?? []));
    for (const person of this.people) {
      const row = byForm.get(person.form)?.find(({ email }) => email === addressOf(person.name));
      if (!isKept(person, row)) wrong.push(`${person.form}: ${JSON.stringify(person)} is stored as ${row?.state}`);
    }
    return wrong;
  }

  /** The same of mails, once all are sent. */
  async wrongMails(): Promise<string[]> {
    const rows = await this.#database.db.query.selectFrom('entries').selectAll().execute();
    const byId = Map.groupBy(this.mail.received, ({ mail }) => mail.headers.get('message-id') ?? '');
    const told = [...byId.values()].map(([one]) => `${one?.to.join()} ${one?.mail.headers.get('subject')}`);
    const counts = new Map([...Map.groupBy(told, (line) => line)].map(([line, same]) => [line, same.length]));
    const wrong: string[] = [];
    const known = new Set<string>();
    for (const form of this.#forms) {
      for (const row of rows.filter(({ form_id: id }) => id === form.id)) {
        const count = (subject: string) => {
          const line = `${row.email} ${subject}: ${form.id}`;
          known.add(line);
          return counts.get(line) ?? 0;
        };
        wrong.push(
          ...wrongTold(form, row, { count, now: this.now() }).map((what) => `${form.id} ${row.email}: ${what}`),
        );
      }
    }
    return [...wrong, ...told.filter((line) => !known.has(line)).map((line) => `nobody should get: ${line}`)];
  }

  /** The same of the club's chat. An announcement of which nobody knows whether it arrived is shown as uncertain. */
  async wrongAnnouncements(): Promise<string[]> {
    const rows = await this.#database.db.query.selectFrom('announcements').select(['event_key', 'state']).execute();
    const posted = [...this.discord.channel.values()].map(({ embeds }) => embeds[0]?.title);
    return rows.flatMap(({ event_key: key, state }) => {
      const times = posted.filter((title) => title === key).length;
      const isRight = state === 'sent' ? times === 1 : state === 'uncertain' && times <= 1;
      return isRight ? [] : [`${key} is ${state}, and was posted ${times} times`];
    });
  }

  /** So many mails came a second time under the same Message-ID, which mail programs show once. */
  countDoubled(): number {
    const ids = new Set(this.mail.received.map(({ mail }) => mail.headers.get('message-id')));
    return this.mail.received.length - ids.size;
  }
}

function entryOf(form: string, name: string, given: Partial<EntryRow>): EntryRow {
  const ticket = given.state === 'entered' ? ticketOf(name) : null;
  return signUpRow(form, name, { ...given, ticket, answers: JSON.stringify({ name, email: addressOf(name) }) });
}

function ticketOf(name: string): string {
  return Buffer.from(name).toString('hex').toUpperCase().slice(-8).padStart(8, '0');
}

async function linkAll(tx: Writer, form: string, entries: EntryRow[]): Promise<string[]> {
  const links: string[] = [];
  for (const { key } of entries) links.push(`/sign-ups/${await newLink(tx, form, key)}`);
  return links;
}

function wrongPlaces({ id, places, draws }: Form, rows: EntryRow[]): string[] {
  const wrong: string[] = [];
  const claim = (holds: boolean, sentence: string) => {
    if (!holds)
      wrong.push(`${id}: ${sentence} ${JSON.stringify(rows.map(({ email, state, since }) => [email, state, since]))}`);
  };
  const stateOf = (state: EntryRow['state']) => rows.filter((row) => row.state === state);
  const [going, waiting, entered] = [stateOf('going'), stateOf('waiting'), stateOf('entered')];
  claim(places === null || going.length <= places, 'more go than there are places');
  claim(waiting.length === 0 || going.length === places, 'somebody waits beside a free place');
  claim(new Set(rows.map(({ email }) => email)).size === rows.length, 'somebody is doubled');
  const last = Math.max(...going.map(({ since }) => since ?? 0));
  claim(
    waiting.every(({ since }) => (since ?? 0) > last),
    'somebody was passed over',
  );
  claim(entered.length === 0 || (draws && going.length + waiting.length === 0), 'a draw is held by half');
  return wrong;
}

/** What was acknowledged is as it was said; whoever waited may have moved up. */
function isKept({ said, cancelled }: Person, row: EntryRow | undefined): boolean {
  if (!row) return false;
  if (cancelled === 'asked') return true;
  if (cancelled === 'yes') return row.state === 'cancelled';
  if (said === undefined) return row.state !== 'cancelled';
  return row.state === 'going' || (said === 'waiting' && row.state === 'waiting');
}

/** Each mail once, and the last of them says how somebody stands. */
function wrongTold(
  { planted, draws, remindAt = Infinity }: Form,
  { email, state, since }: EntryRow,
  { count, now }: { count: (subject: string) => number; now: number },
): string[] {
  const wrong: string[] = [];
  const claim = (holds: boolean, sentence: string) => {
    if (!holds) wrong.push(`${sentence} (${state})`);
  };
  const place = count('You have a place');
  const waitlist = count('You are on the waitlist');
  const up = count('A place is yours');
  const cancelled = count('Your sign-up is cancelled');
  const reminders = count('Reminder');
  const wasTold = draws ? state !== 'entered' : !planted.has(email ?? '');
  const isWithdrawn = draws && state === 'cancelled';
  claim(place + waitlist === Number(wasTold) || (isWithdrawn && place + waitlist === 0), 'how they stand is told once');
  claim(cancelled === Number(state === 'cancelled'), 'a cancellation is told once');
  claim(up <= 1, 'moving up is told once');
  const isUp = state === 'going' && planted.get(email ?? '') === 'waiting';
  claim(!isUp || up === 1, 'who moves up is told');
  if (wasTold && state === 'going') claim(place + up === 1, 'a place is told once');
  if (state === 'waiting') claim(up === 0, 'nobody who waits is told of a place');
  const isDue = state === 'going' && place === 1 && (since ?? 0) < remindAt && remindAt < now - HOUR_MS;
  claim(reminders <= 1 && (!isDue || reminders === 1), 'who goes is reminded once');
  return wrong;
}
