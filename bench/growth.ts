import { rm } from 'node:fs/promises';
import sample from '../club.config.ts';
import type { Database } from '../app/db/db.server.ts';
import { openDatabase } from '../app/db/open-database.server.ts';
import type { Actor } from '../app/domain/actor.ts';
import { requireAnyEvent } from '../app/domain/events/with-drafts.ts';
import { rewriteChoices } from '../app/domain/forms/chosen-options.ts';
import { findForm } from '../app/domain/forms/event-form.ts';
import { viewDoor } from '../app/domain/sign-ups/door/door.ts';
import { newLink } from '../app/domain/sign-ups/links.ts';
import { viewByLink } from '../app/domain/sign-ups/by-link.ts';
import { viewSignUps } from '../app/domain/sign-ups/by-officer.ts';
import { listPositions } from '../app/domain/sign-ups/read-sign-ups.ts';
import { mailingClub } from '../app/mail/mailing-club.ts';
import { DAY_MS } from '../app/time/durations.ts';
import { median, type Figure, type Row } from './figure.ts';
import { forgetMost, residentMegabytes } from './machine/process-costs.ts';
import { newFolder } from './machine/site.ts';

const SIGN_UPS = 5000;
const LONG = 50_000;
const SHORT = 50;
const ROUNDS = 3;
const AT_ONCE = 100;
const LAST = keyOf(SIGN_UPS - 1);

const officer: Actor = { uid: 'bench', name: 'Bench', email: 'bench@example.edu', role: 'admin' };
const club = mailingClub(sample, 'https://club.example.edu');

/** Places are kept for two groups, so that whose turn it is depends on what they chose. */
const FIELDS = [
  { name: 'group', type: 'radio', description: 'Group', options: ['A', 'B'], limits: { A: 1, B: 1 } },
  { name: 'words', type: 'long', description: 'Words' },
];

const LOOKS: { what: string; look: (db: Database, token: string) => Promise<unknown> }[] = [
  { what: 'the own link of who waits last', look: (db, token) => viewByLink(db, club, token) },
  { what: 'the door', look: (db) => viewDoor(db, 'talk', { membership: undefined, timeZone: club.clock.timeZone }) },
  {
    what: 'figures of the officers’ page',
    look: async (db) => viewSignUps(db, officer, await requireAnyEvent(db, 'talk'), club),
  },
  { what: 'everybody’s number on the waitlist', look: (db) => listPositions(db, 'form') },
];

/** Each look shows the same, whatever was answered. */
export const growth: Figure = {
  name: 'growth',
  about: `what a look at an event with ${SIGN_UPS} sign-ups costs where each answered ${LONG} letters, against ${SHORT}`,
  async measure() {
    const [short, long] = [await plant(SHORT), await plant(LONG)];
    const rows: Row[] = [];
    try {
      for (const { what, look } of LOOKS) {
        const rounds: { short: Cost; long: Cost }[] = [];
        for (let round = 0; round < ROUNDS; round++)
          rounds.push({
            short: await cost(() => look(short.db, short.token)),
            long: await cost(() => look(long.db, long.token)),
          });
        const [floor, measured] = [median(rounds.map((one) => one.short.ms)), median(rounds.map((one) => one.long.ms))];
        rows.push({ what, unit: 'ms', floor, measured, ratio: measured / floor });
        const megabytes = median(rounds.map((one) => one.long.megabytes - one.short.megabytes));
        rows.push({ what: '  memory beyond that', unit: 'MB', measured: megabytes, goal: { atMost: 50 }, noise: 0.2 });
      }
    } finally {
      await Promise.all([short.close(), long.close()]);
    }
    return rows;
  },
};

interface Cost {
  ms: number;
  /** By which the process was larger meanwhile. */
  megabytes: number;
}

async function cost(look: () => Promise<unknown>): Promise<Cost> {
  await forgetMost(process.pid);
  const before = (await residentMegabytes(process.pid)) ?? 0;
  const from = performance.now();
  await look();
  const ms = performance.now() - from;
  return { ms, megabytes: ((await residentMegabytes(process.pid, 'at most')) ?? 0) - before };
}

async function plant(letters: number) {
  const dataDir = await newFolder();
  const db = await openDatabase({ dataDir });
  const stamp = { version: 1, updated_at: Date.now() };
  const kept = { places: 2, waitlist: 1, keep_until: Date.now() + DAY_MS };
  await db.write(async ({ query }) => {
    const form = { id: 'form', asks_person: 1, fields: JSON.stringify(FIELDS), ...kept, ...stamp };
    await query.insertInto('forms').values(form).execute();
    const event = { key: 'talk', title: 'Talk', form_id: 'form', time_start: Date.now() + 2 * DAY_MS, ...stamp };
    await query.insertInto('events').values(event).execute();
  });
  for (let at = 0; at < SIGN_UPS; at += AT_ONCE) await plantSignUps(db, at, letters);
  await db.write(async (tx) => rewriteChoices(tx, await findForm(tx, 'form')));
  const token = await db.write((tx) => newLink(tx, 'form', LAST));
  const close = async () => {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { db, token, close };
}

async function plantSignUps(db: Database, from: number, letters: number): Promise<void> {
  const rows = Array.from({ length: AT_ONCE }, (_one, number) => {
    const at = from + number;
    const email = `visitor-${at}@example.edu`;
    const group = at % 2 === 0 ? 'A' : 'B';
    const answers = JSON.stringify({ name: `Visitor ${at}`, email, group, words: 'x'.repeat(letters) });
    const state = at < 2 ? ('going' as const) : ('waiting' as const);
    return { form_id: 'form', key: keyOf(at), email, answers, state, created_at: 1, since: at + 1 };
  });
  await db.write(({ query }) => query.insertInto('entries').values(rows).execute());
}

function keyOf(at: number): string {
  return `-Bench${String(at).padStart(14, '0')}`;
}
