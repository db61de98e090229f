import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { issueToken } from '../app/attest/attestation.server.ts';
import { median, type Figure, type Row } from './figure.ts';
import { eventRecord, importRecords } from './machine/many-events.ts';
import { startSite, type RunningSite } from './machine/site.ts';

const SECRET = 'the secret of the benchmarks, long enough';
const FORM = 'BenchForm1';
const AT_ONCE = 64;
const ROUND_MS = 3000;
const ROUNDS = 3;

/** Durable sign-ups: on disk before the answer, tokens exchanged beforehand, each from an address of its own. */
export const signUps: Figure = {
  name: 'sign-ups',
  about: `event sign-ups a second, ${AT_ONCE} at once, against a bare prepared INSERT with one commit each`,
  async measure() {
    await using site = await startSite({
      isEmpty: true,
      settings: { SESSION_SECRET: SECRET, TRUSTED_PROXIES: '127.0.0.1,::1' },
    });
    const fields = [{ name: 'fullName01', type: 'text', description: 'Name', required: true }];
    const event = { ...eventRecord('Sign up here', Date.now() + 86_400_000), formId: FORM };
    await importRecords(site.dataDir, { form: { [FORM]: { fields } }, event: { '-BenchSignUp': event } });
    await measuredSignUps(site, 500);
    const pairs: { floor: number; measured: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      pairs.push({ floor: bareInserts(site.dataDir), measured: await measuredSignUps(site, ROUND_MS) });
    }
    const row: Row = {
      what: 'durable sign-ups',
      unit: 'rows/s',
      floor: median(pairs.map(({ floor }) => floor)),
      measured: median(pairs.map(({ measured }) => measured)),
      ratio: median(pairs.map(({ floor, measured }) => measured / floor)),
      goal: { atLeast: 0.3 },
      noise: 0.15,
    };
    return [row];
  },
};

/** Rows a second into a table of the same disk, with the same durability. */
function bareInserts(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'floor.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec(
    'create table if not exists entries (form_id text, key text primary key, answers text, created_at integer)',
  );
  const insert = database.prepare('insert into entries values (?, ?, ?, ?)');
  const started = performance.now();
  let rows = 0;
  while (performance.now() - started < ROUND_MS) {
    insert.run(FORM, crypto.randomUUID(), JSON.stringify({ fullName01: `Visitor ${rows}` }), Date.now());
    rows++;
  }
  const seconds = (performance.now() - started) / 1000;
  database.close();
  return rows / seconds;
}

let visitors = 0;

/** Sign-ups a second that the site acknowledged. */
async function measuredSignUps(site: RunningSite, milliseconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const started = performance.now();
  let recorded = 0;
  const visit = async () => {
    while (performance.now() - started < milliseconds) {
      await signUp(site.url, agent, visitors++);
      recorded++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visit));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return recorded / seconds;
}

function signUp(url: string, agent: Agent, visitor: number): Promise<void> {
  const body = JSON.stringify({
    answers: { fullName01: `Visitor ${visitor}` },
    token: issueToken(SECRET, Date.now()),
    once: crypto.randomUUID(),
  });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    origin: url,
    'x-forwarded-for': `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/entries/${FORM}`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`A sign-up was answered with ${answer.statusCode}`)),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
