import { expect, test } from 'vitest';
import { plantTalk } from '../cast.ts';
import { databases } from '../databases.ts';
import { runDue } from '../jobs.ts';
import { club } from '../outbox.ts';
import type { Database } from '../../app/db/db.server.ts';
import { requireAnyEvent } from '../../app/domain/events/with-drafts.ts';
import { recordEntry } from '../../app/domain/responses/record-response.ts';
import { drawJobs } from '../../app/domain/sign-ups/draw/draw.ts';
import { orderTickets } from '../../app/domain/sign-ups/draw/order.ts';
import { viewDraw } from '../../app/domain/sign-ups/draw/view.ts';
import { mailingJobs } from '../../app/domain/sign-ups/mailings.ts';
import { confirmByLink } from '../../app/domain/sign-ups/by-link.ts';
import { HOUR_MS } from '../../app/time/durations.ts';

const ENTRIES = 5000;
const PLACES = 1000;
const AT_ONCE = 20;

test.each(databases)('5,000 who enter on %s are drawn once, each has a ticket, and is written to', async (_, open) => {
  const { db, close } = await open();
  await plantTalk(db, { form: { draw: 1, places: PLACES, closes: Date.now() + HOUR_MS } });
  for (let from = 0; from < ENTRIES; from += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_one, at) => send(db, from + at)));
  const mails = await db.query.selectFrom('outbox').select('secret').execute();
  for (let from = 0; from < ENTRIES; from += AT_ONCE)
    await Promise.all(mails.slice(from, from + AT_ONCE).map(({ secret }) => confirmByLink(db, club, secret ?? '')));
  const secret = (await db.query.selectFrom('forms').select('draw_secret').executeTakeFirstOrThrow()).draw_secret;
  await db.write(({ query }) => query.updateTable('forms').set({ closes: 1 }).execute());
  const handler = drawJobs(() => club);
  await Promise.all([runDue(db, handler), runDue(db, handler)]);
  const view = (await viewDraw(db, await requireAnyEvent(db, 'talk')))?.view;
  const entries = await db.query.selectFrom('entries').select(['ticket', 'state']).orderBy('since').execute();
  const tickets = entries.map(({ ticket }) => ticket ?? '');
  expect(new Set(tickets).size).toBe(ENTRIES);
  expect(tickets).toEqual(orderTickets(secret ?? '', tickets));
  expect(view?.tickets.map(({ ticket }) => ticket)).toEqual(tickets);
  expect(entries.map(({ state }) => state)).toEqual(tickets.map((_ticket, at) => (at < PLACES ? 'going' : 'waiting')));
  await runDue(db, mailingJobs());
  const told = await db.query.selectFrom('outbox').select('recipient').where('kind', '=', 'draw').execute();
  expect([told.length, new Set(told.map(({ recipient }) => recipient)).size]).toEqual([ENTRIES, ENTRIES]);
  await close();
});

function send(db: Database, at: number) {
  return recordEntry(db, {
    formId: 'form',
    club,
    firstHalf: 'WXYZ',
    answers: { name: `Visitor ${at}`, email: `visitor-${at}@example.edu` },
    idempotencyKey: `once-${at}`,
    attestation: `attestation-${at}`,
  });
}
