import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../app/db/db.server.ts';
import { openDatabase } from '../app/db/open-database.server.ts';
import { importCsv, previewCsv } from '../app/domain/members/import-csv.ts';
import { viewMembers, type MembersQuery } from '../app/domain/members/list.ts';
import { recordEntry } from '../app/domain/responses/record-response.ts';
import type { Actor } from '../app/domain/actor.ts';
import { mailingClub } from '../app/mail/mailing-club.ts';
import sample from '../club.config.ts';
import { DAY_MS } from '../app/time/durations.ts';
import { median, type Figure, type Row } from './figure.ts';
import { importRecords } from './machine/many-events.ts';

const PEOPLE = 5000;
const ROUNDS = 25;
const PAGE: MembersQuery = { search: '', show: 'everyone', limit: 100 };

const treasurer: Actor = { uid: 'bench', name: 'Bench', email: 'bench@example.edu', role: 'treasurer' };
const club = mailingClub(sample, 'https://club.example.edu');

/** The screen of a large club, and a year's list from a spreadsheet, against the same rows on bare SQLite. */
export const members: Figure = {
  name: 'members',
  about: `an import of ${PEOPLE.toLocaleString('en-US')} members, the list’s first page and 'Find a member', against bare SQLite; how alike the answers to an event for members come`,
  async measure() {
    const dataDir = await mkdtemp(join(tmpdir(), 'clubroom-bench-'));
    const db = await openDatabase({ dataDir });
    const bare = openBare(join(dataDir, 'bare.sqlite'));
    try {
      const text = csvOf(PEOPLE);
      const { added, changed } = await previewCsv(db, treasurer, club, { text });
      const imported = await timed(() => importCsv(db, treasurer, club, { text, expected: { added, changed } }));
      const inserted = await timed(() => insertBare(bare));
      const view = (query: Partial<MembersQuery>) => () =>
        viewMembers(db, treasurer, club.clock, { ...PAGE, ...query });
      const rows: Row[] = [
        ratioOf(`import of ${PEOPLE}`, inserted, imported, 0.15),
        ratioOf('first page', await timedOften(() => readBare(bare, '%')), await timedOften(view({})), 0.08),
        ratioOf(
          'find',
          await timedOften(() => readBare(bare, '%4321%')),
          await timedOften(view({ search: '4321' })),
          0.12,
        ),
      ];
      return [...rows, ...(await measureAlike(db, dataDir))];
    } finally {
      bare.close();
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

/** Each sends one sign-up, in turns. */
const SENDERS = 100;

/** How long a sender waits must not say whose address it is: a member's, somebody's who is signed up already, or a stranger's. */
async function measureAlike(db: Database, dataDir: string): Promise<Row[]> {
  const person = (at: number) => ({
    email: `g${at}@example.org`,
    name: 'Goes',
    $state: 'going',
    $email: `g${at}@example.org`,
  });
  await importRecords(dataDir, {
    event: { talk: { title: 'Talk', formId: 'talk', datetime: { timeStartTimestamp: Date.now() + DAY_MS } } },
    form: { talk: { asksPerson: true, audience: 'members' } },
    entry: { talk: Object.fromEntries(Array.from({ length: SENDERS }, (_one, at) => [`g${at}`, person(at)])) },
  });
  const times: Record<'member' | 'signed up' | 'stranger', number[]> = { member: [], 'signed up': [], stranger: [] };
  for (let at = 0; at < SENDERS; at++) {
    const send = (email: string) => () =>
      recordEntry(db, {
        formId: 'talk',
        club,
        answers: { name: 'Somebody', email },
        idempotencyKey: `once-${email}`,
        attestation: `attestation-${email}`,
      });
    times.stranger.push(await timed(send(`s${at}@example.org`)));
    times.member.push(await timed(send(`p${at}@example.org`)));
    times['signed up'].push(await timed(send(`g${at}@example.org`)));
  }
  const stranger = median(times.stranger);
  return (['member', 'signed up'] as const).map((what) => {
    const other = median(times[what]);
    const ratio = Math.min(stranger, other) / Math.max(stranger, other);
    return {
      what: `${what} as a stranger`,
      unit: 'ms',
      floor: stranger,
      measured: other,
      ratio,
      goal: { atLeast: 0.8 },
      noise: 0.2,
    };
  });
}

/** As many times a second as bare SQLite does it. */
function ratioOf(what: string, bareMs: number, ms: number, atLeast: number): Row {
  const [floor, measured] = [1000 / bareMs, 1000 / ms];
  return { what, unit: '/s', floor, measured, ratio: measured / floor, goal: { atLeast }, noise: 0.2 };
}

async function timed(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function timedOften(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(work));
  return median(times);
}

function nameOf(place: number): string {
  return `Person ${place} of a Club`;
}

function csvOf(count: number): string {
  const lines = Array.from({ length: count }, (_one, at) => `${nameOf(at)},p${at}@example.org,${at},2026-09-01,,`);
  return ['name,email,student id,since,paid until,note', ...lines].join('\n');
}

function openBare(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = wal; pragma synchronous = full;
    create table members (key text primary key, name text, email text, student_id text, search text, paid_until text);
    create unique index by_address on members (email); create index in_order on members (search, key)`);
  return database;
}

function insertBare(database: DatabaseSync): void {
  const insert = database.prepare('insert into members values (?, ?, ?, ?, ?, null)');
  database.exec('begin');
  for (let at = 0; at < PEOPLE; at++) {
    const [name, email] = [nameOf(at), `p${at}@example.org`];
    insert.run(`-key${at}`, name, email, String(at), `${name} ${email} ${at}`.toLowerCase());
  }
  database.exec('commit');
}

/** A page, how many there are of it, and the figures: what the screen says. */
function readBare(database: DatabaseSync, like: string): void {
  database.prepare('select * from members where search like ? order by search, key limit 100').all(like);
  database.prepare('select count(*) from members where search like ?').get(like);
  database.prepare('select paid_until is null, count(*) from members group by 1').all();
}
