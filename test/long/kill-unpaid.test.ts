import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database, Writer } from '../../app/db/db.server.ts';
import type { EntryRow } from '../../app/db/tables.ts';
import { viewPayments } from '../../app/domain/sign-ups/payments/list-payments.ts';
import { markPaid } from '../../app/domain/sign-ups/payments/mark.ts';
import { newReference } from '../../app/domain/sign-ups/payments/references.ts';
import { DAY_MS } from '../../app/time/durations.ts';
import { treasurer } from '../actors.ts';
import { killables, mailsOf, PATIENCE } from '../killable.ts';
import { club } from '../outbox.ts';
import { signUpRow } from '../sign-ups.ts';

const ROUNDS = 30;
const PLACES = 6;
const PRICE = 1250;
/** Until the time to pay is over. */
const AHEAD_MS = 2500;

/** An outing whose places are given up at a moment where they are not paid, or of which people are reminded then. */
interface Outing {
  id: string;
  kind: 'given up' | 'reminded';
  /** Epoch milliseconds. */
  moment: number;
  /** Addresses, in their order. */
  going: string[];
  waiting: string[];
  /** Whom a treasurer marked as paid, and when that was stored. */
  paid: Map<string, number>;
}

test.each(killables)(
  `SIGKILL about the moment when the time to pay is over, ${ROUNDS} times, on %s: no place is lost or given twice, and no mail`,
  async (_, open) => {
    const { mail, site, inside, allSent } = await open();
    const outings: Outing[] = [];
    const found: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      if (site.waitsForMail) await allSent();
      const moment = Date.now() + AHEAD_MS;
      const planted = await inside((db) => plant(db, moment, round));
      outings.push(...planted);
      const paying = inside((db) => Promise.all(planted.map((outing) => payAbout(db, outing))));
      await site.kill(
        moment,
        planted.map(({ id }) => id),
        round,
      );
      await paying;
      found.push(await inside((db) => countOpen(db, planted)));
      for (const outing of planted) await inside((db) => checkNothingHalf(db, outing));
      await site.start();
      await expect.poll(() => inside((db) => countOpen(db, planted)), PATIENCE).toBe(0);
      for (const outing of planted) await inside((db) => checkDone(db, outing));
    }
    await allSent();
    const told = mailsOf(mail, ROUNDS).toSorted();
    const due = await inside((db) => Promise.all(outings.map((outing) => mailsDue(db, outing))));
    expect(told).toEqual(due.flat().toSorted());
    console.log(`${ROUNDS} kills: so much was still to be done after each: ${found.join(' ')}`);
    expect(found.filter((count) => count > 0).length).toBeGreaterThan(0);
  },
);

function plant({ write }: Database, moment: number, round: number): Promise<Outing[]> {
  return write((tx) =>
    Promise.all(
      (['given up', 'given up', 'reminded'] as const).map((kind, number) =>
        plantOuting(tx, { id: `outing-${round}-${number}`, kind, moment, waits: 1 + ((round + number) % 8) }),
      ),
    ),
  );
}

async function plantOuting(
  tx: Writer,
  { id, kind, moment, waits }: Pick<Outing, 'id' | 'kind' | 'moment'> & { waits: number },
): Promise<Outing> {
  const { query } = tx;
  const stamp = { version: 1, updated_at: 1 };
  const price = { price: PRICE, how_to_pay: 'Cash', pay_within_days: 3, give_up_unpaid: 1 };
  await query
    .insertInto('forms')
    .values({ id, fields: '[]', asks_person: 1, places: PLACES, waitlist: 1, ...price, ...stamp })
    .execute();
  await query
    .insertInto('events')
    .values({ key: id, title: id, form_id: id, time_start: moment + 30 * DAY_MS, ...stamp })
    .execute();
  const owing = kind === 'given up' ? { pay_by: moment } : { pay_by: moment + DAY_MS, remind_to_pay_at: moment };
  const keys = Array.from({ length: PLACES + waits }, (_, at) => `${id}-${at}`);
  const entries = keys.map((key, at) =>
    signUpRow(id, key, {
      since: at + 1,
      ...(at < PLACES ? { owes: PRICE, reference: newReference(), ...owing } : { state: 'waiting' }),
    }),
  );
  await query.insertInto('entries').values(entries).execute();
  tx.changed('event', id);
  const addresses = entries.map(({ email }) => email ?? '');
  return { id, kind, moment, going: addresses.slice(0, PLACES), waiting: addresses.slice(PLACES), paid: new Map() };
}

/** Every third person pays, a little before the moment or after it. */
async function payAbout(db: Database, { id, kind, moment, going, paid }: Outing): Promise<void> {
  if (kind === 'reminded') return;
  for (const [at, address] of going.entries()) {
    if (at % 3 !== 0) continue;
    await after(moment - 300 + at * 120 - Date.now());
    const [key = ''] = address.split('@');
    await markPaid(db, treasurer, club, { eventKey: id, keys: [key], input: CASH });
    paid.set(address, Date.now());
  }
}

const CASH = { on: '2026-11-20', how: 'cash', note: '' };

function readRows({ query }: Database, id: string): Promise<EntryRow[]> {
  return query.selectFrom('entries').selectAll().where('form_id', '=', id).orderBy('since').execute();
}

/** For whom the moment has passed and nothing was done. */
async function countOpen(db: Database, outings: Outing[]): Promise<number> {
  const rows = (await Promise.all(outings.map(({ id }) => readRows(db, id)))).flat();
  const [{ moment } = { moment: 0 }] = outings;
  return rows.filter((row) => row.state === 'going' && row.paid_on === null && isDue(row, moment)).length;
}

function isDue({ pay_by: payBy, remind_to_pay_at: remindAt }: EntryRow, moment: number): boolean {
  return (payBy !== null && payBy <= moment) || (remindAt !== null && remindAt <= moment);
}

/** As many go as there are places or people for them, in their order, and what was noted holds. */
async function checkNothingHalf(db: Database, { id, moment, going, paid }: Outing): Promise<void> {
  const rows = await readRows(db, id);
  const count = (state: EntryRow['state']) => rows.filter((row) => row.state === state).length;
  expect([id, count('going')]).toEqual([id, Math.min(PLACES, count('going') + count('waiting'))]);
  const lastGoing = Math.max(...rows.filter(({ state }) => state === 'going').map(({ since }) => since ?? 0));
  const passedOver = rows.filter(({ state, since }) => state === 'waiting' && (since ?? 0) < lastGoing);
  expect(passedOver).toEqual([]);
  expect(rows.filter(({ state, owes }) => (state === 'waiting') !== (owes === null))).toEqual([]);
  const stateOf = new Map(rows.map((row) => [row.email ?? '', row]));
  expect([...paid.keys()].filter((address) => stateOf.get(address)?.paid_amount !== PRICE)).toEqual([]);
  const inTime = [...paid].filter(([, at]) => at < moment);
  expect(inTime.filter(([address]) => stateOf.get(address)?.state !== 'going')).toEqual([]);
  expect(going.filter((address) => !['going', 'cancelled'].includes(String(stateOf.get(address)?.state)))).toEqual([]);
}

/** What is owed, paid and to be given back adds up. */
async function checkDone(db: Database, outing: Outing): Promise<void> {
  await checkNothingHalf(db, outing);
  const { id, kind, moment, going, paid } = outing;
  const rows = await readRows(db, id);
  const unpaid = rows.filter(({ email, paid_on: paidOn }) => going.includes(email ?? '') && paidOn === null);
  expect(new Set(unpaid.map(({ state }) => state))).toEqual(new Set([kind === 'given up' ? 'cancelled' : 'going']));
  const movedUp = rows.filter(({ email, state }) => state === 'going' && !going.includes(email ?? ''));
  expect(movedUp.filter(({ owes, pay_by: payBy }) => owes !== PRICE || (payBy ?? 0) < moment + 2 * DAY_MS)).toEqual([]);
  const references = rows.flatMap(({ reference }) => reference ?? []);
  expect(new Set(references).size).toBe(PLACES + movedUp.length);
  const { payments } = await viewPayments(db, treasurer, id, club);
  const sumOf = (...states: string[]) =>
    payments.filter(({ payment }) => states.includes(payment)).reduce((sum, { cents }) => sum + cents, 0);
  expect(sumOf('Paid', 'To refund')).toBe(paid.size * PRICE);
  expect(sumOf('Paid', 'To pay', 'Overdue')).toBe(rows.filter(({ state }) => state === 'going').length * PRICE);
}

/** Each once. */
async function mailsDue(db: Database, { id, kind, going }: Outing): Promise<string[]> {
  if (kind === 'reminded') return going.map((address) => `${address} Please pay: ${id}`);
  const rows = await readRows(db, id);
  const cancelled = rows.filter(({ state }) => state === 'cancelled');
  const movedUp = rows.filter(({ email, state }) => state === 'going' && !going.includes(email ?? ''));
  return [
    ...cancelled.map(({ email }) => `${email} Your place was given up: ${id}`),
    ...movedUp.map(({ email }) => `${email} A place is yours: ${id}`),
  ];
}
