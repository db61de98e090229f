import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database, Writer } from '../../app/db/db.server.ts';
import type { SignUpState } from '../../app/db/tables.ts';
import { newLink } from '../../app/domain/sign-ups/links.ts';
import { signUpMailsKey } from '../../app/domain/sign-ups/mail-about-responses.ts';
import { skipMailing } from '../../app/domain/sign-ups/mailings.ts';
import { questionName } from '../../app/domain/sign-ups/still-coming.ts';
import { HOUR_MS } from '../../app/time/durations.ts';
import { killables, mailsOf, PATIENCE } from '../killable.ts';

const ROUNDS = 30;
const EVENTS_PER_ROUND = 3;
const PLACES = 9;
/** Until the moment by which people had to answer. */
const AHEAD_MS = 2500;

/** Somebody who was asked, and what they press about that moment. */
interface Asked {
  address: string;
  key: string;
  token: string;
  /** What they press; undefined: nothing. */
  answer: 'coming' | 'cannot' | undefined;
  /** When the site said that it was noted; epoch milliseconds. */
  notedAt?: number;
}

interface Night {
  id: string;
  title: string;
  /** When silent places are passed on; epoch milliseconds. */
  moment: number;
  asked: Asked[];
  /** Addresses. */
  waiting: string[];
}

test.each(killables)(
  `SIGKILL about the moment when silent places are passed on, ${ROUNDS} times, on %s: no place is lost or given twice`,
  async (_, open) => {
    const { mail, site, inside, allSent } = await open();
    const nights: Night[] = [];
    const found: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      if (site.waitsForMail) await allSent();
      const moment = Date.now() + AHEAD_MS;
      const planted = await inside((db) => plant(db, moment, round));
      nights.push(...planted);
      const urls = site.urls();
      const pressing = planted
        .flatMap(({ asked }) => asked)
        .map((one, at) => press(one, urls[at % urls.length], [moment, at]));
      await site.kill(
        moment,
        planted.map(({ id }) => id),
        round,
      );
      await Promise.all(pressing);
      found.push(await inside(countPassed));
      for (const night of planted) await inside((db) => checkPlaces(db, night));
      await site.start();
      await expect.poll(() => inside(countPassed), PATIENCE).toBe(nights.length);
      for (const night of planted) await inside((db) => checkPlaces(db, night));
    }
    await allSent();
    const told = Map.groupBy(mailsOf(mail, ROUNDS), (line) => line.split(' ')[0] ?? '');
    for (const night of nights) await inside((db) => checkTold(db, night, told));
    const before = found.map((count, round) => count - round * EVENTS_PER_ROUND);
    console.log(
      `${ROUNDS} kills: of ${EVENTS_PER_ROUND} events, so many had passed on before each: ${before.join(' ')}`,
    );
    expect(before.filter((count) => count < EVENTS_PER_ROUND).length).toBeGreaterThan(0);
  },
);

/** Everybody has been asked; some have to answer still, and more than one of these wants the same place. */
function plant({ write }: Database, moment: number, round: number): Promise<Night[]> {
  return write((tx) =>
    Promise.all(
      Array.from({ length: EVENTS_PER_ROUND }, (_, number) =>
        plantNight(tx, { id: `night-${round}-${number}`, moment, waits: 1 + ((round + number) % 5) }),
      ),
    ),
  );
}

async function plantNight(
  tx: Writer,
  { id, moment, waits }: { id: string; moment: number; waits: number },
): Promise<Night> {
  const { query } = tx;
  const start = moment + 6 * HOUR_MS;
  const askedAt = moment - 7 * HOUR_MS;
  const stamp = { version: 1, updated_at: askedAt };
  const settings = { asks_person: 1, places: PLACES, waitlist: 1, ask_again_hours: 24, pass_on: 1 };
  const event = { key: id, title: id, form_id: id, time_start: start };
  await query
    .insertInto('forms')
    .values({ id, fields: '[]', ...settings, ...stamp })
    .execute();
  await query
    .insertInto('events')
    .values({ ...event, ...stamp })
    .execute();
  const question = questionName({ key: id, start });
  await skipMailing(tx, { key: question, formId: id }, askedAt);
  const people = Array.from({ length: PLACES + waits }, (_, at) => ({
    key: `key-${at}`,
    address: `${id}-${at}@example.edu`,
  }));
  const entries = people.map(({ key, address }, at) => ({
    form_id: id,
    key,
    email: address,
    answers: JSON.stringify({ name: key, email: address }),
    created_at: 1,
    since: at + 1,
    state: stateAtFirst(at),
    asked_for: at < PLACES ? start : null,
  }));
  await query.insertInto('entries').values(entries).execute();
  const asked: Asked[] = [];
  for (const [at, { key, address }] of people.slice(0, PLACES).entries()) {
    const mail = {
      key: `${signUpMailsKey({ formId: id, key })}${question}`,
      kind: 'event reminder',
      recipient: address,
    };
    const sent = {
      message: '{}',
      state: 'sent' as const,
      attempts: 1,
      next_at: 0,
      created_at: askedAt,
      sent_at: askedAt,
    };
    await query
      .insertInto('outbox')
      .values({ ...mail, ...sent })
      .execute();
    asked.push({ address, key, token: await newLink(tx, id, key), answer: ANSWERS[at % ANSWERS.length] });
  }
  tx.changed('event', id);
  return { id, title: id, moment, asked, waiting: people.slice(PLACES).map(({ address }) => address) };
}

const ANSWERS = ['coming', 'cannot', undefined] as const;

function stateAtFirst(at: number): SignUpState {
  return at < PLACES ? 'going' : 'waiting';
}

/** A little before the moment, or after it. */
async function press(asked: Asked, url: string | undefined, [moment, at]: [number, number]): Promise<void> {
  const { answer, token } = asked;
  if (answer === undefined || url === undefined) return;
  await after(moment - 400 - Date.now() + ((at * 97) % 900));
  const pressed = await fetch(`${url}/still-coming/${token}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ answer }),
    headers: { origin: url },
  }).catch(() => undefined);
  if (pressed?.status === 303) asked.notedAt = Date.now();
}

async function countPassed({ query }: Database): Promise<number> {
  const rows = await query.selectFrom('mailings').select('key').where('key', 'like', 'passed-on-%').execute();
  return rows.length;
}

async function readStates({ query }: Database, id: string): Promise<Map<string, SignUpState | null>> {
  const rows = await query.selectFrom('entries').select(['email', 'state']).where('form_id', '=', id).execute();
  return new Map(rows.map(({ email, state }) => [email ?? '', state]));
}

/** As many go as there are places or people for them, and what was noted holds. */
async function checkPlaces(db: Database, { id, moment, asked, waiting }: Night): Promise<void> {
  const noted = asked.filter(({ notedAt }) => notedAt !== undefined);
  const [cannot, coming] = [
    noted.filter(({ answer }) => answer === 'cannot'),
    noted.filter(({ answer, notedAt = Infinity }) => answer === 'coming' && notedAt < moment),
  ];
  const states = await readStates(db, id);
  const count = (state: SignUpState) => [...states.values()].filter((one) => one === state).length;
  expect(states.size).toBe(PLACES + waiting.length);
  expect([id, count('going')]).toEqual([id, Math.min(PLACES, count('going') + count('waiting'))]);
  expect(cannot.filter(({ address }) => states.get(address) !== 'cancelled')).toEqual([]);
  expect(coming.filter(({ address }) => states.get(address) !== 'going')).toEqual([]);
}

/** Each mail once, and the last of them says how somebody stands. */
async function checkTold(db: Database, { id, asked, waiting }: Night, told: Map<string, string[]>): Promise<void> {
  const states = await readStates(db, id);
  const stands = (addresses: string[], before: SignUpState) =>
    addresses.map((address) => {
      const lines = told.get(address) ?? [];
      const count = (what: string) => lines.filter((line) => line.includes(what)).length;
      const [passedOn, movedUp] = [count('passed on'), count('A place is yours')];
      expect([address, new Set(lines).size]).toEqual([address, lines.length]);
      const state = states.get(address);
      expect([address, count('is cancelled')]).toEqual([address, state === 'cancelled' ? 1 : 0]);
      if (state === 'cancelled') return;
      const hasPlace = Number(before === 'going') - passedOn + movedUp;
      expect([address, hasPlace]).toEqual([address, state === 'going' ? 1 : 0]);
    });
  stands(
    asked.map(({ address }) => address),
    'going',
  );
  stands(waiting, 'waiting');
}
