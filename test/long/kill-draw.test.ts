import { createHash, createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Database } from '../../app/db/db.server.ts';
import { killables, mailsOf, PATIENCE } from '../killable.ts';

const ROUNDS = 30;
const DRAWS_PER_ROUND = 3;
/** Long enough that the secrets are made before it closes. */
const AHEAD_MS = 2500;

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

test.each(killables)(
  `SIGKILL about the moment of the draw, ${ROUNDS} times, on %s: each is held once, and everybody told once`,
  async (_, open) => {
    const { mail, site, inside, allSent } = await open();
    const draws: Draw[] = [];
    const held = new Map<string, string>();
    /** What was drawn stays as it was first seen. Gives back how many are drawn. */
    const compare = async () => {
      const drawn = await inside(readDrawn);
      for (const [id, result] of drawn) expect([id, result]).toEqual([id, held.get(id) ?? result]);
      for (const [id, result] of drawn) held.set(id, result);
      return held.size;
    };
    const found: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      if (site.waitsForMail) await allSent();
      const before = held.size;
      const closes = Date.now() + AHEAD_MS;
      const planted = await inside((db) => plantDraws(db, closes, round));
      draws.push(...planted);
      await site.kill(
        closes,
        planted.map(({ id }) => id),
        round,
      );
      expect(await inside((db) => listHalves(db))).toEqual([]);
      found.push((await compare()) - before);
      await site.start();
      await expect.poll(compare, PATIENCE).toBe(draws.length);
      for (const draw of planted) await checkShown(draw, site.urls());
    }
    await allSent();
    expect(await compare()).toBe(draws.length);
    const outcomes = await inside((db) => Promise.all(draws.map((draw) => checkPlaces(db, draw))));
    expect(mailsOf(mail, ROUNDS).toSorted()).toEqual(outcomes.flat().toSorted());
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
      id,
      title: `Night ${round}.${number}`,
      places: 1 + ((round * 7 + number * 5) % 12),
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
      state: 'drawn',
      secret: shown.secret,
      places,
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
    email: people.get(ticket),
    state: at < places ? 'going' : 'waiting',
  }));
  expect(rows.map(({ email, state }) => ({ email, state }))).toEqual(outcome);
  expect(new Set(rows.map(({ since }) => since)).size).toBe(people.size);
  return outcome.map(
    ({ email, state }) => `${email} You ${state === 'going' ? 'have a place' : 'are on the waitlist'}: ${title}`,
  );
}
