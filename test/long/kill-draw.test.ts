import { createHash, createHmac, randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../app/db/db.server.ts';
import { openDatabase } from '../../app/db/open-database.server.ts';
import { openMailServer, type MailServer } from '../mail-server.ts';
import { startPostgres } from '../postgres-server.ts';
import { startProcess } from '../process.ts';
import { temporaryFolder } from '../storages.ts';
import { startCopies } from '../two-copies.ts';

const ROUNDS = 30;
const DRAWS_PER_ROUND = 3;
/** Long enough that the secrets are made before it closes. */
const AHEAD_MS = 2500;
const PATIENCE = { timeout: 60_000, interval: 200 };
/** What a sender that is killed may hold: taken by the mail server, and not yet noted. */
const HELD_BY_A_SENDER = 3;

/** A draw that is to come, as it was stored. */
interface Draw {
  id: string;
  title: string;
  places: number;
  /** undefined: the site makes it. */
  secret: string | undefined;
  /** Addresses by ticket. */
  people: Map<string, string>;
}

/** What is tried, with one copy or more. */
interface Tried {
  urls: () => string[];
  database: { url?: string; dataDir: string };
  /** True: in each round the mails of those before are sent first. */
  waitsForMail: boolean;
  /** Kills one copy or more about the moment `closes`, when these are drawn; resolved once they have ended. */
  kill: (closes: number, draws: Draw[], round: number) => Promise<void>;
  /** Starts what was killed. */
  start: () => Promise<void>;
  end: () => Promise<void>;
}

async function onSqlite(mail: MailServer): Promise<Tried> {
  const dataDir = await temporaryFolder();
  const start = () => startProcess({ CLUB_EMPTY: '1', DATA_DIR: dataDir, SMTP_URL: mail.url });
  let site = await start();
  return {
    urls: () => [site.url],
    database: { dataDir },
    waitsForMail: true,
    /** At the moment itself, or at one of the first writes to the disk after it: jobs, draws, mails. */
    async kill(closes, _draws, round) {
      const { process, ended } = site;
      let left = round % 15;
      await after(closes - Date.now());
      const watching = watch(dataDir, (_event, file) => {
        if (file?.endsWith('-wal') && --left === 0) process.kill('SIGKILL');
      });
      const atLast = setTimeout(() => process.kill('SIGKILL'), left === 0 ? 0 : 10_000);
      await ended;
      clearTimeout(atLast);
      watching.close();
    },
    async start() {
      site = await start();
    },
    async end() {
      site.process.kill('SIGKILL');
      await site.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What holds a copy up in the middle of its transaction: before anything, before the places are given, before the mails. */
const LOCKS: ((ids: string) => string)[] = [
  (ids) => `select id from forms where id in (${ids}) for update`,
  (ids) => `select key from entries where form_id in (${ids}) for update`,
  () => 'lock table outbox in share mode',
];

async function onPostgres(mail: MailServer): Promise<Tried> {
  const postgres = await startPostgres({ durable: true });
  const [copies, dataDir] = await Promise.all([
    startCopies({ DATABASE_URL: postgres.url, SMTP_URL: mail.url }),
    temporaryFolder(),
  ]);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const countBlocked = async () => {
    const { rows } = await client.query('select distinct pid from pg_locks where not granted');
    return rows.length;
  };
  const bothBlocked = () => expect.poll(countBlocked, PATIENCE).toBeGreaterThanOrEqual(2);
  let killed: (typeof copies)[number][] = [];
  const kill = async () => {
    await Promise.all(killed.map((copy) => copy.stop('SIGKILL')));
  };
  return {
    urls: () => copies.map((copy) => copy.url()),
    database: { url: postgres.url, dataDir },
    // What a killed copy was sending waits for the end of its lease.
    waitsForMail: false,
    async kill(closes, draws, round) {
      killed = copies.filter((_, at) => round % 3 === 2 || round % 3 === at);
      const moment = round % (LOCKS.length + 2);
      const lock = LOCKS[moment];
      if (lock) {
        await after(closes - 100 - Date.now());
        await client.query('begin');
        await client.query(lock(draws.map(({ id }) => `'${id}'`).join()));
        // Each of the copies is in the middle of a draw.
        await bothBlocked();
        await kill();
        await client.query('commit');
        return;
      }
      await after(closes - Date.now());
      await (moment === LOCKS.length ? after((round * 137) % 1200) : mail.waitFor(mail.received.length + 1));
      await kill();
    },
    async start() {
      await Promise.all(killed.map((copy) => copy.start()));
    },
    async end() {
      await Promise.all(copies.map((copy) => copy.end()));
      await client.end();
      await postgres.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

test.each([
  ['SQLite', onSqlite],
  ['Postgres, with two copies', onPostgres],
])(
  `SIGKILL about the moment of the draw, ${ROUNDS} times, on %s: each is held once, and everybody told once`,
  async (_, open) => {
    const mail = await openMailServer();
    onTestFinished(() => mail.close());
    const tried = await open(mail);
    onTestFinished(() => tried.end());
    const withDatabase = async <Result>(work: (db: Database) => Promise<Result>): Promise<Result> => {
      const db = await openDatabase(tried.database);
      try {
        return await work(db);
      } finally {
        await db.close();
      }
    };
    const allSent = () => expect.poll(() => withDatabase(countUnsent), { ...PATIENCE, timeout: 300_000 }).toBe(0);
    const draws: Draw[] = [];
    const held = new Map<string, string>();
    /** What was drawn stays as it was first seen. Gives back how many are drawn. */
    const compare = async () => {
      const drawn = await withDatabase(readDrawn);
      for (const [id, result] of drawn) expect([id, result]).toEqual([id, held.get(id) ?? result]);
      for (const [id, result] of drawn) held.set(id, result);
      return held.size;
    };
    const found: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      if (tried.waitsForMail) await allSent();
      const before = held.size;
      const closes = Date.now() + AHEAD_MS;
      const planted = await withDatabase((db) => plantDraws(db, closes, round));
      draws.push(...planted);
      await tried.kill(closes, planted, round);
      expect(await withDatabase((db) => listHalves(db))).toEqual([]);
      found.push((await compare()) - before);
      await tried.start();
      await expect.poll(compare, PATIENCE).toBe(draws.length);
      for (const draw of planted) await checkShown(draw, tried.urls());
    }
    await allSent();
    expect(await compare()).toBe(draws.length);
    const outcomes = await withDatabase((db) => Promise.all(draws.map((draw) => checkPlaces(db, draw))));
    checkMail(mail, outcomes.flat());
    console.log(`${ROUNDS} kills: of ${DRAWS_PER_ROUND} draws, so many were held before each: ${found.join(' ')}`);
    expect(found.filter((count) => count < DRAWS_PER_ROUND).length).toBeGreaterThan(0);
  },
);

async function plantDraws({ write }: Database, closes: number, round: number): Promise<Draw[]> {
  const draws = Array.from({ length: DRAWS_PER_ROUND }, (_, number): Draw => {
    const id = `draw-${round}-${number}`;
    const entries = 8 + ((round * 5 + number * 3) % 8);
    const addresses = Array.from({ length: entries }, (_entry, at) => `${id}-${at}@example.edu`);
    return {
      ...{ id, title: `Night ${round}.${number}`, places: 1 + ((round * 7 + number * 5) % 12) },
      secret: number === 0 ? randomBytes(32).toString('hex') : undefined,
      people: new Map(addresses.map((address) => [randomBytes(4).toString('hex').toUpperCase(), address])),
    };
  });
  const stamp = { version: 1, updated_at: Date.now() };
  await write(async ({ query, changed }) => {
    for (const { id, title, places, secret, people } of draws) {
      const form = { id, fields: '[]', asks_person: 1, draw: 1, places, closes, draw_secret: secret ?? null };
      await query
        .insertInto('forms')
        .values({ ...form, ...stamp })
        .execute();
      await query
        .insertInto('events')
        .values({ key: id, title, form_id: id, time_start: 2e12, ...stamp })
        .execute();
      const entries = [...people].map(([ticket, email], at) => {
        const answers = JSON.stringify({ name: email, email });
        return { form_id: id, key: `key-${at}`, email, ticket, answers, state: 'entered' as const, ...ARRIVED };
      });
      await query.insertInto('entries').values(entries).execute();
      changed('event', id);
    }
  });
  return draws;
}

const ARRIVED = { created_at: 1, since: 1 };

async function readDrawn({ query }: Database): Promise<Map<string, string>> {
  const rows = await query
    .selectFrom('forms')
    .select(['id', 'draw_secret', 'drawn', 'drawn_at'])
    .where('drawn_at', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, ...drawn }) => [id, JSON.stringify(drawn)]));
}

async function countUnsent({ query }: Database): Promise<number> {
  const [mails, mailings] = await Promise.all([
    query.selectFrom('outbox').select('key').where('sent_at', 'is', null).execute(),
    query.selectFrom('mailings').select('key').where('done_at', 'is', null).execute(),
  ]);
  return mails.length + mailings.length;
}

/** Who is in a draw that was held, or decided on in one that was not, or about whom the mails were not begun with it. */
async function listHalves({ query }: Database): Promise<string[]> {
  // In one statement, since another copy may be drawing.
  const rows = await query
    .selectFrom('forms')
    .innerJoin('entries', 'entries.form_id', 'forms.id')
    .select(['forms.id', 'entries.key', 'entries.state', 'forms.drawn_at'])
    .select((is) =>
      is
        .selectFrom('mailings')
        .select(is.fn.countAll<number | string>().as('count'))
        .whereRef('mailings.form_id', '=', 'forms.id')
        .as('mailings'),
    )
    .execute();
  const wrong = rows.filter(({ state, drawn_at: at, mailings }) =>
    at === null ? state !== 'entered' || Number(mailings) !== 0 : state === 'entered' || Number(mailings) !== 2,
  );
  return wrong.map(({ id, key, state }) => `${id} ${key} ${state}`);
}

/** As docs/draws.md says, without the site's code. */
function orderOf(secret: string, tickets: Iterable<string>): string[] {
  const sorted = [...tickets].toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const all = createHash('sha256')
    .update(sorted.map((ticket) => `${ticket}\n`).join(''))
    .digest('hex');
  const number = (ticket: string) =>
    createHmac('sha256', Buffer.from(secret, 'hex')).update(`${all}:${ticket}`).digest();
  return sorted.toSorted((one, other) => Buffer.compare(number(one), number(other)));
}

/** Every copy shows the same, and what it shows is what its own secret makes of the tickets. */
async function checkShown({ id, secret, places, people }: Draw, urls: string[]): Promise<void> {
  for (const url of urls) {
    const read = async () => (await fetch(`${url}/events/${id}/draw.json`)).json();
    await expect.poll(async () => (await read()).state, PATIENCE).toBe('drawn');
    const shown = await read();
    expect(shown.secret).toBe(secret ?? shown.secret);
    const order = orderOf(shown.secret, people.keys());
    expect(shown).toEqual({
      ...{ state: 'drawn', secret: shown.secret, places },
      hash: createHash('sha256').update(Buffer.from(shown.secret, 'hex')).digest('hex'),
      tickets: order.map((ticket, at) => ({ ticket, place: at < places })),
    });
  }
}

/** The first have a place, the others wait behind each other. Gives back what each is to be told. */
async function checkPlaces({ query }: Database, { id, title, places, people }: Draw): Promise<string[]> {
  const { draw_secret: secret } = await query
    .selectFrom('forms')
    .select('draw_secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectFrom('entries')
    .select(['email', 'state', 'since'])
    .where('form_id', '=', id)
    .orderBy('since')
    .execute();
  const outcome = orderOf(secret ?? '', people.keys()).map((ticket, at) => ({
    ...{ email: people.get(ticket), state: at < places ? 'going' : 'waiting' },
  }));
  expect(rows.map(({ email, state }) => ({ email, state }))).toEqual(outcome);
  expect(new Set(rows.map(({ since }) => since)).size).toBe(people.size);
  return outcome.map(
    ({ email, state }) => `${email} You ${state === 'going' ? 'have a place' : 'are on the waitlist'}: ${title}`,
  );
}

/** Everybody is told once, and no mail comes twice but what a killed sender held. */
function checkMail({ received }: MailServer, due: string[]): void {
  const byId = Map.groupBy(received, ({ mail }) => mail.headers.get('message-id') ?? '');
  const twice = received.length - byId.size;
  console.log(`${received.length} mails received, ${twice} of them a second time`);
  expect(twice).toBeLessThanOrEqual(ROUNDS * HELD_BY_A_SENDER);
  const told = [...byId.values()].map(([one]) => `${one?.to.join()} ${one?.mail.headers.get('subject')}`);
  expect(told.toSorted()).toEqual(due.toSorted());
}
