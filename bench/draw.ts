import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { request, type Agent } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import sample from '../club.config.ts';
import type { Database } from '../app/db/db.server.ts';
import { openDatabase } from '../app/db/open-database.server.ts';
import { recordEntry } from '../app/domain/responses/record-response.ts';
import { mailingClub } from '../app/mail/mailing-club.ts';
import { DAY_MS, HOUR_MS } from '../app/time/durations.ts';
import { median, type Figure, type Row } from './figure.ts';
import { crowd } from './machine/crowd.ts';
import type { DrawCosts } from './machine/draw-alone.ts';
import { eventRecord, importRecords } from './machine/many-events.ts';
import { bareInserts, signUp, SIGN_UP_SETTINGS } from './machine/sign-up.ts';
import { newFolder, startSite, type RunningSite } from './machine/site.ts';

const ENTRIES = 5000;
const PLACES = 1000;
const CROWD = 1000;
const ROUNDS = 5;
const FLOOR_MS = 2000;

const club = mailingClub(sample, 'https://club.example.edu');

/** Places that are drawn: what happens at that moment, and how fast people come in before it. */
export const draw: Figure = {
  name: 'draw',
  about: `${ENTRIES.toLocaleString('en-US')} entries drawn and their mails queued, against the same rows on bare SQLite; ${CROWD} entries at once against a bare prepared INSERT; how alike the answers to whoever enters come`,
  async measure() {
    return [...(await measureDrawing()), ...(await measureEntering()), ...(await measureAlike())];
  },
};

async function measureDrawing(): Promise<Row[]> {
  const rounds: { site: DrawCosts; bare: DrawCosts }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const dataDir = await newFolder();
    await plant(dataDir);
    rounds.push({ site: await drawAlone('site', dataDir), bare: await drawAlone('bare', dataDir) });
    checkMails(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
  const rates = (of: (costs: DrawCosts) => number) => ({
    unit: 'rows/s',
    floor: median(rounds.map(({ bare }) => ENTRIES / (of(bare) / 1000))),
    measured: median(rounds.map(({ site }) => ENTRIES / (of(site) / 1000))),
    ratio: median(rounds.map(({ site, bare }) => of(bare) / of(site))),
    noise: 0.2,
  });
  return [
    { what: `${ENTRIES} entries drawn`, ...rates(({ drawMs }) => drawMs), goal: { atLeast: 0.05 } },
    { what: '… and their mails queued', ...rates(({ ms }) => ms), goal: { atLeast: 0.1 } },
    {
      what: '… what the process grew by',
      unit: 'MB',
      floor: median(rounds.map(({ bare }) => bare.megabytes)),
      measured: median(rounds.map(({ site }) => site.megabytes)),
      goal: { atMost: 100 },
      noise: 0.2,
    },
  ];
}

async function drawAlone(who: 'site' | 'bare', dataDir: string): Promise<DrawCosts> {
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/machine/draw-alone.ts', who, dataDir]);
  return JSON.parse(stdout);
}

/** An event of tomorrow whose sign-up has just closed, and everybody who entered. */
async function plant(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir });
  const stamp = { version: 1, updated_at: Date.now() };
  const drawn = { draw: 1, places: PLACES, closes: Date.now() - 1, draw_secret: randomBytes(32).toString('hex') };
  await db.write(async ({ query }) => {
    await query
      .insertInto('forms')
      .values({ id: 'form', fields: '[]', asks_person: 1, ...drawn, ...stamp })
      .execute();
    await query
      .insertInto('events')
      .values({ key: 'talk', title: 'Talk', form_id: 'form', time_start: Date.now() + DAY_MS, ...stamp })
      .execute();
  });
  for (let at = 0; at < ENTRIES; at += 500) await plantEntries(db, at, at + 500);
  await db.close();
}

async function plantEntries(db: Database, from: number, to: number): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, number) => {
    const at = from + number;
    const [key, email] = [`-Bench${String(at).padStart(14, '0')}`, `visitor-${at}@example.edu`];
    const answers = JSON.stringify({ name: `Visitor ${at}`, email });
    const ticket = `T${String(at).padStart(7, '0')}`;
    return { form_id: 'form', key, email, answers, ticket, state: 'entered' as const, created_at: 1, since: at + 1 };
  });
  await db.write(({ query }) => query.insertInto('entries').values(rows).execute());
}

/** @throws where not everybody was written to: then nothing was measured. */
function checkMails(dataDir: string): void {
  const count = Number(read(dataDir, 'select count(*) as count from outbox')[0]?.['count']);
  if (count !== ENTRIES) throw new Error(`${count} mails were queued for ${ENTRIES} entries`);
}

/** Sending, and the link in the mail that is pressed: together they are one entry. */
async function measureEntering(): Promise<Row[]> {
  await using site = await startSite({ isEmpty: true, settings: SIGN_UP_SETTINGS });
  await importRecords(site.dataDir, records());
  await enter(site, 'draw-first');
  const rounds: { floor: number; sent: number; confirmed: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ floor: bareInserts(site.dataDir, FLOOR_MS), ...(await enter(site, `draw-${round}`)) });
  }
  const against = (what: 'sent' | 'confirmed') => ({
    unit: 'rows/s',
    floor: median(rounds.map(({ floor }) => floor)),
    measured: median(rounds.map((round) => round[what])),
    ratio: median(rounds.map((round) => round[what] / round.floor)),
    noise: 0.15,
  });
  return [
    { what: 'entries for a draw that are sent', ...against('sent'), goal: { atLeast: 0.2 } },
    { what: 'entries for a draw that are confirmed', ...against('confirmed'), goal: { atLeast: 0.1 } },
  ];
}

function records(): Record<string, object> {
  const forms = [...Array(ROUNDS).keys(), 'first'].map((round) => `draw-${round}`);
  const form = { fields: [], asksPerson: true, draw: true, places: PLACES, closes: Date.now() + DAY_MS - HOUR_MS };
  return {
    form: Object.fromEntries(forms.map((id) => [id, form])),
    event: Object.fromEntries(
      forms.map((id) => [`-Bench-${id}`, { ...eventRecord('Drawn here', Date.now() + DAY_MS), formId: id }]),
    ),
  };
}

async function enter(site: RunningSite, form: string): Promise<{ sent: number; confirmed: number }> {
  const sent = await crowd(site, CROWD, (agent) =>
    signUp({ url: site.url, agent, form }, (visitor) => ({
      name: `Visitor ${visitor}`,
      email: `visitor-${visitor}@example.edu`,
    })),
  );
  const mailed = `select secret from outbox where kind = 'sign-up confirmation' and key like 'sign-up-${form}-%'`;
  const links = read(site.dataDir, mailed).map(({ secret }) => String(secret));
  const confirmed = await crowd(site, CROWD, (agent) => confirm(site.url, agent, links.pop() ?? ''));
  const entered = read(site.dataDir, `select key from entries where form_id = '${form}' and state = 'entered'`);
  if (entered.length !== CROWD) throw new Error(`${entered.length} of ${CROWD} are in the draw`);
  return { sent, confirmed };
}

/** Each sends one entry, in turns. */
const SENDERS = 100;

/** How long a sender waits must not say whose address it is: a member's, somebody's who has entered already, or a stranger's. */
async function measureAlike(): Promise<Row[]> {
  const dataDir = await newFolder();
  const address = (who: string, at: number) => `${who}-${at}@example.edu`;
  const numbers = [...Array(SENDERS).keys()];
  const entered = (at: number) => ({
    name: 'In',
    email: address('entered', at),
    $state: 'entered',
    $email: address('entered', at),
  });
  const member = (at: number) => ({ name: 'Paid', email: address('member', at), since: '2026-09-01' });
  await importRecords(dataDir, {
    ...records(),
    entry: { 'draw-0': Object.fromEntries(numbers.map((at) => [`key-${at}`, entered(at)])) },
    member: Object.fromEntries(numbers.map((at) => [`-member${at}`, member(at)])),
  });
  const db = await openDatabase({ dataDir });
  const times: Record<'stranger' | 'member' | 'entered', number[]> = { stranger: [], member: [], entered: [] };
  for (const at of numbers) {
    const turns = Object.entries(times);
    // Nobody is always the first, who waits for the disk.
    for (const [who, some] of [...turns.slice(at % turns.length), ...turns.slice(0, at % turns.length)]) {
      const email = address(who, at);
      const started = performance.now();
      await recordEntry(db, {
        formId: 'draw-0',
        club,
        half: 'WXYZ',
        answers: { name: 'Somebody', email },
        idempotencyKey: `once-${email}`,
        attestation: `attestation-${email}`,
      });
      some.push(performance.now() - started);
    }
  }
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
  const stranger = median(times.stranger);
  return (['member', 'entered'] as const).map((who) => {
    const other = median(times[who]);
    const ratio = Math.min(stranger, other) / Math.max(stranger, other);
    const what = who === 'member' ? 'a member enters as a stranger' : 'who is in it, as a stranger';
    return { what, unit: 'ms', floor: stranger, measured: other, ratio, goal: { atLeast: 0.8 }, noise: 0.2 };
  });
}

function read(dataDir: string, sql: string) {
  const database = new DatabaseSync(join(dataDir, 'club.sqlite'), { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

function confirm(url: string, agent: Agent, link: string): Promise<void> {
  const body = JSON.stringify({ verb: 'confirm' });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), origin: url };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/sign-ups/${link}.data`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`A confirmation was answered with ${answer.statusCode}`));
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
