import { rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '../../app/db/open-database.server.ts';
import { AS_USUAL, openDiscord, sayJson } from '../discord-server.ts';
import { eventSent } from '../event-inputs.ts';
import { seedAdminIn } from '../people.ts';
import { startProcess, type SiteProcess } from '../process.ts';
import { temporaryFolder } from '../storages.ts';

const ROUNDS = 30;
const EVENTS = 4;

/** Where the site is killed while Discord answers; the channel has the message in all but the first. */
const MOMENTS: ((kill: () => void, response: ServerResponse) => unknown)[] = [
  (kill, response) => {
    kill();
    response.destroy();
  },
  (kill) => kill(),
  (kill, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"id":', kill);
  },
  (kill, response) => {
    response.once('finish', kill);
    sayJson(response, 200, { id: '1' });
  },
  (kill, response) => {
    response.once('finish', kill);
    sayJson(response, 429, { retry_after: 0.01 });
  },
];
const IS_TAKEN = [false, true, true, true, false];

test(`SIGKILL while Discord is asked, ${ROUNDS} times: nothing is posted twice, and what nobody knows is shown`, async () => {
  const dataDir = await temporaryFolder();
  const discord = await openDiscord();
  const cookie = await seedAdminIn(dataDir);
  const start = () => startProcess({ DATA_DIR: dataDir, CLUB_EMPTY: '1', DISCORD_WEBHOOK_URL: discord.url });
  const posted = new Map<string, number>();
  const saved: string[] = [];
  const note = (title: string) => posted.set(title, (posted.get(title) ?? 0) + 1);

  async function add(site: SiteProcess, title: string): Promise<void> {
    const headers = { cookie, origin: site.url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const input = eventSent({ title, start: '2098-05-01T10:00', end: '2098-05-01T11:00', announce: true });
    const body = JSON.stringify({ verb: 'add', input });
    const answer = await fetch(`${site.url}/admin/events.data`, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    if (answer?.ok) saved.push(title);
  }
  async function states(): Promise<Map<string, string>> {
    const db = await openDatabase({ dataDir });
    const rows = await db.query
      .selectFrom('announcements')
      .innerJoin('events', 'events.key', 'event_key')
      .select(['title', 'state'])
      .execute();
    await db.close();
    return new Map(rows.map(({ title, state }) => [title ?? '', state]));
  }

  let site = await start();
  for (let round = 0; round < ROUNDS; round++) {
    let asked = 0;
    const at = round % MOMENTS.length;
    discord.answer(({ message, method }, response) => {
      const { title } = message.embeds[0];
      if (method === 'POST' && (++asked !== 1 + (round % EVENTS) || IS_TAKEN[at])) note(title);
      return asked === 1 + (round % EVENTS) ? MOMENTS[at]?.(() => site.process.kill('SIGKILL'), response) : AS_USUAL;
    });
    for (let event = 0; event < EVENTS; event++) await add(site, `Talk ${event} of round ${round}`);
    await site.ended;
    discord.answer(({ message, method }) => {
      if (method === 'POST') note(message.embeds[0].title);
      return AS_USUAL;
    });
    site = await start();
  }
  await vi.waitFor(
    async () => {
      const all = [...(await states()).values()];
      expect(all.filter((state) => state === 'waiting' || state === 'sending')).toEqual([]);
    },
    { timeout: 300_000, interval: 1000 },
  );
  const found = await states();
  expect([...posted].filter(([, times]) => times > 1)).toEqual([]);
  expect(saved.filter((title) => !found.has(title))).toEqual([]);
  expect([...found].filter(([title, state]) => state === 'sent' && !posted.has(title))).toEqual([]);
  expect([...found].filter(([title, state]) => !posted.has(title) && state !== 'uncertain')).toEqual([]);
  const uncertain = [...found.values()].filter((state) => state === 'uncertain').length;
  console.log(
    `${ROUNDS} kills: ${saved.length} acknowledged, ${posted.size} posted, ${uncertain} uncertain, none twice`,
  );
  expect(uncertain).toBeGreaterThan(0);
  site.process.kill('SIGKILL');
  await site.ended;
  await discord.close();
  await rm(dataDir, { recursive: true, force: true });
});
