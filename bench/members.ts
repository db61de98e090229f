import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../app/db/open-database.server.ts';
import { importCsv, previewCsv } from '../app/domain/members/import-csv.ts';
import { viewMembers, type MembersQuery } from '../app/domain/members/list.ts';
import type { Actor } from '../app/domain/users/actor.ts';
import { mailingClub } from '../app/mail/mailing-club.ts';
import sample from '../club.config.ts';
import { median, type Figure, type Row } from './figure.ts';

const PEOPLE = 5000;
const ROUNDS = 25;
const PAGE: MembersQuery = { search: '', show: 'everyone', limit: 100 };

const treasurer: Actor = { uid: 'bench', name: 'Bench', email: 'bench@example.edu', role: 'treasurer' };
const club = mailingClub(sample, 'https://club.example.edu');

/** The screen of a large club, and a year's list from a spreadsheet, against the same rows on bare SQLite. */
export const members: Figure = {
  name: 'members',
  about: `an import of ${PEOPLE.toLocaleString('en-US')} members, the list’s first page and 'Find a member', against bare SQLite`,
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
      return rows;
    } finally {
      bare.close();
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

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
