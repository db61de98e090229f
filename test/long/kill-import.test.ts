import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { seedAdminIn } from '../people.ts';
import { startProcess, type SiteProcess } from '../process.ts';
import { temporaryFolder } from '../storages.ts';

const LINES = 5000;
const CHANGED = 500;
const ROUNDS = 8;
/** What a round's kill waits for longer than the one before. */
const STEP_MS = 60;

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
      ...{ method: 'POST', body: JSON.stringify({ text, expected }) },
      headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin', cookie },
    });
  const few = await importing(site, file('Before', CHANGED), { added: CHANGED, changed: 0 });
  expect(few.status).toBe(200);
  const before = standing(dataDir);
  const expected = { added: LINES - CHANGED, changed: CHANGED };
  let undone = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const sent = importing(site, file('After', LINES), expected).then(
      ({ ok }) => ok,
      () => false,
    );
    const killed = new Promise((done) => setTimeout(done, round * STEP_MS)).then(() => site.process.kill('SIGKILL'));
    const [isAcknowledged] = await Promise.all([sent, killed]);
    await site.ended;
    const after = standing(dataDir);
    if (isAcknowledged || after.members !== before.members) {
      expect(after).toEqual({ members: LINES, renamed: LINES, cards: LINES, noted: 2 });
      break;
    }
    expect(after).toEqual(before);
    undone += 1;
    site = await start();
  }
  console.log(`${undone} imports were killed before they were whole`);
  expect(undone).toBeGreaterThan(0);
  await site.ended.catch(() => undefined);
  const last = await start();
  if (standing(dataDir).members !== LINES) {
    expect((await importing(last, file('After', LINES), expected)).status).toBe(200);
  }
  expect(standing(dataDir)).toEqual({ members: LINES, renamed: LINES, cards: LINES, noted: 2 });
  last.process.kill('SIGKILL');
  await last.ended;
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
