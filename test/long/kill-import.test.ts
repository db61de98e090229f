import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { seedAdminIn } from '../people.ts';
import { startProcess, type SiteProcess } from '../process.ts';
import { temporaryFolder } from '../storages.ts';

const LINES = 5000;
const CHANGED = 500;
const ROUNDS = 10;
/** What a round's kill waits for longer than the one before. */
const STEP_MS = 120;

const HEADING = 'name,email,student id,paid until';
const file = (name: string, count: number) =>
  [HEADING, ...Array.from({ length: count }, (_, at) => `${name} ${at},m${at}@example.org,${at},2999-08-31`)].join(
    '\n',
  );

test(`SIGKILL in the middle of an import of ${LINES} members, ${ROUNDS} times: all of it, or nothing`, async () => {
  const dataDir = await temporaryFolder();
  const start = () => startProcess({ CLUB_EMPTY: '1', DATA_DIR: dataDir });
  let site = await start();
  const cookie = await seedAdminIn(dataDir);
  const importing = ({ url }: SiteProcess, text: string, expected: { added: number; changed: number }) =>
    fetch(`${url}/admin/members/import.data`, {
      method: 'POST',
      body: JSON.stringify({ text, expected }),
      headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin', cookie },
    });
  const few = await importing(site, file('Before', CHANGED), { added: CHANGED, changed: 0 });
  expect(few.status).toBe(200);
  const before = standing(dataDir);
  const whole = { members: LINES, renamed: LINES, cards: LINES, noted: 2 };
  const expected = { added: LINES - CHANGED, changed: CHANGED };
  const found: object[] = [];
  while (found.length < ROUNDS && standing(dataDir).members < LINES) {
    const sent = importing(site, file('After', LINES), expected).catch(() => undefined);
    const killed = new Promise((done) => setTimeout(done, found.length * STEP_MS)).then(() =>
      site.process.kill('SIGKILL'),
    );
    const [answer] = await Promise.all([sent, killed]);
    await site.ended;
    found.push(answer?.ok ? { ...standing(dataDir), isAcknowledged: true } : standing(dataDir));
    site = await start();
  }
  const undone = found.filter((after) => isDeepStrictEqual(after, before)).length;
  console.log(`${undone} of ${found.length} imports were killed before they were whole`);
  expect(undone).toBeGreaterThan(0);
  // What was acknowledged, and what was killed between its commit and its answer.
  const finished = found.slice(undone).map((after) => ({ ...after, isAcknowledged: true }));
  expect(finished).toEqual(finished.map(() => ({ ...whole, isAcknowledged: true })));
  // Sent once more it is taken, or refused because nothing of it is left to do.
  const { status } = await importing(site, file('After', LINES), expected);
  expect(status).toBe(finished.length > 0 ? 422 : 200);
  expect(standing(dataDir)).toEqual(whole);
  site.process.kill('SIGKILL');
  await site.ended;
  await rm(dataDir, { recursive: true, force: true });
});

/** What there is of it: rows, changed names, cards that are mailed, lines in the activity log. */
function standing(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'club.sqlite'), { readOnly: true });
  const count = (sql: string) => Number(database.prepare(`select count(*) as count from ${sql}`).get()?.['count']);
  try {
    return {
      members: count('members'),
      renamed: count("members where name like 'After %'"),
      cards: count("outbox where kind = 'membership card' or kind = 'membership'"),
      noted: count("activity where verb = 'imported'"),
    };
  } finally {
    database.close();
  }
}
