import { request, type Agent } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { issueToken } from '../../app/attest/attestation.server.ts';

const SECRET = 'the secret of the benchmarks, long enough';

/** With these a site takes tokens exchanged beforehand, and each sign-up from an address of its own. */
export const SIGN_UP_SETTINGS = { SESSION_SECRET: SECRET, TRUSTED_PROXIES: '127.0.0.1,::1' };

let visitors = 0;

interface Sending {
  url: string;
  agent: Agent;
  form: string;
}

/** Sends one visitor's answers; gives back what the site said once they were recorded. @throws where they were not. */
export async function signUp(sending: Sending, answersOf: (visitor: number) => object): Promise<string> {
  const { status, said } = await sendSignUp(sending, answersOf);
  if (status !== 200) throw new Error(`A sign-up was answered with ${status}: ${said}`);
  return said;
}

/** Sends one visitor's answers, and gives back what the site said, whatever that is. */
export function sendSignUp(
  { url, agent, form }: Sending,
  answersOf: (visitor: number) => object,
): Promise<{ status: number | undefined; said: string }> {
  const visitor = visitors++;
  const body = JSON.stringify({
    answers: answersOf(visitor),
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
    const asked = request(`${url}/api/entries/${form}`, { method: 'POST', agent, headers }, (answer) => {
      let said = '';
      answer.setEncoding('utf8').on('data', (text: string) => (said += text));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode, said }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Rows a second into a table of the same disk, with the same durability. */
export function bareInserts(dataDir: string, milliseconds: number): number {
  const database = new DatabaseSync(join(dataDir, 'floor.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec(
    'create table if not exists entries (form_id text, key text primary key, answers text, created_at integer)',
  );
  const insert = database.prepare('insert into entries values (?, ?, ?, ?)');
  const started = performance.now();
  let rows = 0;
  while (performance.now() - started < milliseconds) {
    insert.run('BenchForm1', crypto.randomUUID(), JSON.stringify({ fullName01: `Visitor ${rows}` }), Date.now());
    rows++;
  }
  const seconds = (performance.now() - started) / 1000;
  database.close();
  return rows / seconds;
}
