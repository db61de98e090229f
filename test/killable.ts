import { watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '../app/db/db.server.ts';
import { openDatabase } from '../app/db/open-database.server.ts';
import { openMailServer, type MailServer } from './mail-server.ts';
import { startPostgres } from './postgres-server.ts';
import { startProcess } from './process.ts';
import { temporaryFolder } from './storages.ts';
import { startCopies } from './two-copies.ts';

export const PATIENCE = { timeout: 60_000, interval: 200 };
/** What a sender that is killed may hold: taken by the mail server, and not yet noted. */
const HELD_BY_A_SENDER = 3;

/** A site whose copies are killed about a moment, one of them or more. */
interface Killable {
  urls: () => string[];
  database: { url?: string; dataDir: string };
  /** True: in each round the mails of those before are sent first. */
  waitsForMail: boolean;
  /** Kills one copy or more about the moment at which something is done with these forms; resolved once they have ended. */
  kill: (moment: number, forms: string[], round: number) => Promise<void>;
  /** Starts what was killed. */
  start: () => Promise<void>;
  end: () => Promise<void>;
}

async function killableOnSqlite(mail: MailServer): Promise<Killable> {
  const dataDir = await temporaryFolder();
  const start = () => startProcess({ CLUB_EMPTY: '1', DATA_DIR: dataDir, SMTP_URL: mail.url });
  let site = await start();
  return {
    urls: () => [site.url],
    database: { dataDir },
    waitsForMail: true,
    /** At the moment itself, or at one of the first writes to the disk after it. */
    async kill(moment, _forms, round) {
      const { process, ended } = site;
      let left = round % 15;
      await after(moment - Date.now());
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

/** Two copies. */
async function killableOnPostgres(mail: MailServer): Promise<Killable> {
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
    async kill(moment, forms, round) {
      killed = copies.filter((_, at) => round % 3 === 2 || round % 3 === at);
      const way = round % (LOCKS.length + 2);
      const lock = LOCKS[way];
      if (lock) {
        await after(moment - 100 - Date.now());
        await client.query('begin');
        await client.query(lock(forms.map((id) => `'${id}'`).join()));
        // Each of the copies is in the middle of it.
        await bothBlocked();
        await kill();
        await client.query('commit');
        return;
      }
      await after(moment - Date.now());
      await (way === LOCKS.length ? after((round * 137) % 1200) : mail.waitFor(mail.received.length + 1));
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

/** Opened on each database: `test.each(killables)('… on %s', async (_, open) => { const { site } = await open(); … })`. */
export const killables = (
  [
    ['SQLite', killableOnSqlite],
    ['Postgres, with two copies', killableOnPostgres],
  ] as const
).map(([name, open]) => [name, () => openWithMail(open)] as const);

/** Both end with the test. */
async function openWithMail(open: (mail: MailServer) => Promise<Killable>) {
  const mail = await openMailServer();
  onTestFinished(() => mail.close());
  const site = await open(mail);
  onTestFinished(() => site.end());
  /** Opens the database beside the site, as long as `work` takes. */
  const inside = async <Result>(work: (db: Database) => Promise<Result>): Promise<Result> => {
    const db = await openDatabase(site.database);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  const allSent = () => expect.poll(() => inside(countUnsent), { ...PATIENCE, timeout: 300_000 }).toBe(0);
  return { mail, site, inside, allSent };
}

async function countUnsent({ query }: Database): Promise<number> {
  const [mails, mailings] = await Promise.all([
    query.selectFrom('outbox').select('key').where('sent_at', 'is', null).execute(),
    query.selectFrom('mailings').select('key').where('done_at', 'is', null).execute(),
  ]);
  return mails.length + mailings.length;
}

/** Every mail once, as 'to subject'; none comes a second time but what a killed sender held. */
export function mailsOf({ received }: MailServer, kills: number): string[] {
  const byId = Map.groupBy(received, ({ mail }) => mail.headers.get('message-id') ?? '');
  const twice = received.length - byId.size;
  console.log(`${received.length} mails received, ${twice} of them a second time`);
  expect(twice).toBeLessThanOrEqual(kills * HELD_BY_A_SENDER);
  return [...byId.values()].map(([one]) => `${one?.to.join()} ${one?.mail.headers.get('subject')}`);
}
