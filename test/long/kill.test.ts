import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { issueToken } from '../../app/attest/attestation.server.ts';
import { openDatabase } from '../../app/db/open-database.server.ts';
import { startProcess, type SiteProcess } from '../process.ts';

const ROUNDS = 50;
const AT_ONCE = 200;
const SECRET = 'a secret of the long tests, long enough';
const FORM = 'killed-form';

/** The app trusts this machine's header, so that each sign-up comes from a network of its own. */
const ENV = { CLUB_EMPTY: '1', SESSION_SECRET: SECRET, TRUSTED_PROXIES: '127.0.0.1,::1' };

test(`SIGKILL during ${AT_ONCE} sign-ups at once loses none that was acknowledged, ${ROUNDS} times`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'clubroom-kill-'));
  await storeForm(dataDir);
  const acknowledged = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const site = await startProcess({ ...ENV, DATA_DIR: dataDir });
    for (const name of await killedAmong(site, round)) acknowledged.add(name);
    await site.ended;
  }
  const stored = storedNames(dataDir);
  console.log(`${ROUNDS} kills: ${acknowledged.size} acknowledged, ${stored.length} stored`);
  expect(acknowledged.size).toBeGreaterThan(ROUNDS);
  expect(new Set(stored).size).toBe(stored.length);
  expect([...acknowledged].filter((name) => !stored.includes(name))).toEqual([]);
  await rm(dataDir, { recursive: true, force: true });
});

/** Sends sign-ups and kills the site once some of them, more in every round, were acknowledged. */
async function killedAmong(site: SiteProcess, round: number): Promise<string[]> {
  const names: string[] = [];
  const enough = 1 + ((round * 37) % (AT_ONCE - 20));
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, visitor) => {
      const name = `${round}-${visitor}`;
      if (!(await signUp(site.url, name, visitor))) return;
      names.push(name);
      if (names.length === enough) site.process.kill('SIGKILL');
    }),
  );
  return names;
}

async function signUp(url: string, name: string, visitor: number): Promise<boolean> {
  const body = JSON.stringify({
    answers: { name },
    token: issueToken(SECRET, Date.now()),
    once: `once-${name}`.padEnd(24, 'x'),
  });
  const from = `10.0.${visitor >> 8}.${visitor & 255}`;
  const headers = { origin: url, 'content-type': 'application/json', 'x-forwarded-for': from };
  try {
    const answer = await fetch(`${url}/api/entries/${FORM}`, { method: 'POST', body, headers });
    return answer.ok && (await answer.json()).recorded === true;
  } catch {
    return false;
  }
}

async function storeForm(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir });
  const fields = [{ name: 'name', type: 'text', description: 'Name', required: true, options: [] }];
  const stamp = { version: 1, updated_at: Date.now() };
  await db.write(async ({ query }) => {
    await query
      .insertInto('forms')
      .values({ id: FORM, fields: JSON.stringify(fields), ...stamp })
      .execute();
    await query
      .insertInto('events')
      .values({ key: 'killed', title: 'Killed', form_id: FORM, time_start: 2e12, ...stamp })
      .execute();
  });
  await db.close();
}

function storedNames(dataDir: string): string[] {
  const database = new DatabaseSync(join(dataDir, 'club.sqlite'));
  const rows = database.prepare('select answers from entries').all();
  database.close();
  return rows.map(({ answers }) => JSON.parse(String(answers)).name);
}
