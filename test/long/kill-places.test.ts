import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../app/db/open-database.server.ts';
import { openMailServer, type MailServer } from '../mail-server.ts';
import { addressOf, cancelPerson, signUpPerson, storePlaces, type Acknowledged } from '../person-form.ts';
import { startProcess, type SiteProcess } from '../process.ts';
import { temporaryFolder } from '../storages.ts';

const ROUNDS = 50;
const NEWCOMERS = 40;
const CANCELLING = 15;
const PLACES = 60;
const SECRET = 'a secret of the long tests, long enough';
const FORM = 'killed-places';
/** What a sender that is killed may hold: taken by the mail server, and not yet noted. */
const HELD_BY_A_SENDER = 3;

/** Somebody who was acknowledged. */
interface Person {
  name: string;
  round: number;
  said: Acknowledged;
  /** They asked to be cancelled; true once that was acknowledged. */
  isCancelled?: boolean;
}

interface Row {
  email: string;
  state: string;
  since: number;
}

test(`SIGKILL while people sign up and cancel, ${ROUNDS} times: no place too many, none lost, nobody passed over`, async () => {
  const dataDir = await temporaryFolder();
  const mail = await openMailServer();
  const db = await openDatabase({ dataDir });
  await storePlaces(db, FORM, PLACES);
  await db.close();
  const env = { CLUB_EMPTY: '1', SESSION_SECRET: SECRET, TRUSTED_PROXIES: '127.0.0.1,::1', SMTP_URL: mail.url };
  const start = () => startProcess({ ...env, DATA_DIR: dataDir });
  const people = new Map<string, Person>();
  let site = await start();
  for (let round = 0; round < ROUNDS; round++) {
    await killedAmong(site, round, people);
    await site.ended;
    site = await start();
    checkPlaces(dataDir, people);
  }
  const unsent = () => read(dataDir, 'select key from outbox where sent_at is null');
  await expect.poll(unsent, { timeout: 600_000, interval: 2000 }).toEqual([]);
  checkMail(mail, dataDir, people);
  const rows = readRows(dataDir);
  const cancelled = rows.filter(({ state }) => state === 'cancelled').length;
  console.log(`${ROUNDS} kills: ${people.size} acknowledged, ${rows.length} stored, ${cancelled} cancelled`);
  expect(people.size).toBeGreaterThan(ROUNDS);
  expect(cancelled).toBeGreaterThan(ROUNDS);
  site.process.kill('SIGKILL');
  await site.ended;
  await mail.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** People come and cancel; the site is killed once some of that, more in every round, was acknowledged. */
async function killedAmong(site: SiteProcess, round: number, people: Map<string, Person>): Promise<void> {
  const enough = 1 + ((round * 17) % (NEWCOMERS + CANCELLING - 5));
  let acknowledged = 0;
  const count = () => {
    acknowledged += 1;
    if (acknowledged === enough) site.process.kill('SIGKILL');
  };
  const mayCancel = [...people.values()].filter(({ isCancelled }) => isCancelled === undefined);
  const step = Math.ceil(mayCancel.length / CANCELLING);
  const cancelling = mayCancel.filter((_, at) => at % step === round % step);
  await Promise.all([
    ...Array.from({ length: NEWCOMERS }, async (_, number) => {
      const name = `visitor-${round}-${number}`;
      const from = `10.${round}.0.${number}`;
      const said = await signUpPerson(site.url, FORM, { name, secret: SECRET, from }).catch(() => undefined);
      if (!said) return;
      people.set(addressOf(name), { name, round, said });
      count();
    }),
    ...cancelling.map(async (person) => {
      person.isCancelled = false;
      person.isCancelled = await cancelPerson(site.url, person.said.link).catch(() => false);
      if (person.isCancelled) count();
    }),
  ]);
  if (acknowledged < enough) site.process.kill('SIGKILL');
}

function checkPlaces(dataDir: string, people: Map<string, Person>): void {
  const rows = readRows(dataDir);
  const going = rows.filter(({ state }) => state === 'going');
  const waiting = rows.filter(({ state }) => state === 'waiting');
  // Whoever should have moved up has moved up, and in the order of arrival.
  expect(going).toHaveLength(Math.min(PLACES, going.length + waiting.length));
  const last = Math.max(...going.map(({ since }) => since));
  expect(waiting.filter(({ since }) => since < last)).toEqual([]);
  const rowOf = new Map(rows.map((row) => [row.email, row]));
  expect([...people].filter(([email, person]) => !isKept(person, rowOf.get(email)))).toEqual([]);
  // Whoever was told before somebody came stands before them.
  const arrived = [...people].map(([email, { round }]) => ({ round, since: rowOf.get(email)?.since ?? 0 }));
  const sorted = arrived.toSorted((one, other) => one.since - other.since).map(({ round }) => round);
  expect(sorted).toEqual(sorted.toSorted((one, other) => one - other));
}

/** What was acknowledged is as it was said; whoever waited may have moved up. */
function isKept({ said, isCancelled }: Person, row: Row | undefined): boolean {
  if (!row) return false;
  // Nobody knows whether a cancellation that was not acknowledged came to be.
  if (isCancelled === false) return true;
  if (isCancelled) return row.state === 'cancelled';
  return row.state === 'going' || (said.state === 'waiting' && row.state === 'waiting');
}

/** Everybody got each mail, and none twice but what a killed sender held. */
function checkMail({ received }: MailServer, dataDir: string, people: Map<string, Person>): void {
  const byId = Map.groupBy(received, ({ mail }) => mail.headers.get('message-id') ?? '');
  const twice = [...byId.values()].reduce((sum, same) => sum + same.length - 1, 0);
  console.log(`${received.length} mails received, ${twice} of them a second time`);
  expect(twice).toBeLessThanOrEqual(ROUNDS * HELD_BY_A_SENDER);
  const told = [...byId.values()].map(([one]) => `${one?.to.join()} ${one?.mail.headers.get('subject')}`);
  expect(told.filter((about, at) => told.indexOf(about) !== at)).toEqual([]);
  const stateOf = new Map(readRows(dataDir).map(({ email, state }) => [email, state]));
  const due = [...people].flatMap(([email, person]) =>
    subjectsFor(person, stateOf.get(email)).map((subject) => `${email} ${subject}: Game Night`),
  );
  expect(due.filter((about) => !told.includes(about))).toEqual([]);
}

function subjectsFor({ said, isCancelled }: Person, state: string | undefined): string[] {
  return [
    said.state === 'going' ? 'You have a place' : 'You are on the waitlist',
    ...(said.state === 'waiting' && state === 'going' ? ['A place is yours'] : []),
    ...(isCancelled ? ['Your sign-up is cancelled'] : []),
  ];
}

function readRows(dataDir: string): Row[] {
  return read(dataDir, 'select email, state, since from entries order by since').map(({ email, state, since }) => ({
    email: String(email),
    state: String(state),
    since: Number(since),
  }));
}

function read(dataDir: string, sql: string) {
  const database = new DatabaseSync(join(dataDir, 'club.sqlite'), { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}
