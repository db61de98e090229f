import { rm } from 'node:fs/promises';
import { issueToken } from '../app/attest/attestation.server.ts';
import type { Database } from '../app/db/db.server.ts';
import { freePort } from './app.ts';
import { startProcess, type SiteProcess } from './process.ts';
import { temporaryFolder } from './storages.ts';

export const SECRET = 'a secret that all copies of it share';
export const PASSWORD = 'a local password';

/** A copy of the site: a real process, with a port and a folder that stay when it is started again. */
export interface Copy {
  url: () => string;
  process: () => SiteProcess;
  /** Starts it again, after it has ended or been killed. */
  start: () => Promise<void>;
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
  /** Kills it, where it still runs, and leaves nothing behind. */
  end: () => Promise<void>;
}

/** Starts two copies at the same moment. */
export async function startCopies(env: NodeJS.ProcessEnv): Promise<[Copy, Copy]> {
  return Promise.all([startCopy(env), startCopy(env)]);
}

async function startCopy(env: NodeJS.ProcessEnv): Promise<Copy> {
  const port = String(await freePort());
  const dataDir = await temporaryFolder();
  const own = { CLUB_EMPTY: '1', SESSION_SECRET: SECRET, LOCAL_IDP_PASSWORD: PASSWORD, PORT: port, DATA_DIR: dataDir };
  let site = await startProcess({ ...own, ...env });
  return {
    url: () => site.url,
    process: () => site,
    async start() {
      site = await startProcess({ ...own, ...env });
    },
    async stop(signal) {
      site.process.kill(signal);
      return site.ended;
    },
    async end() {
      site.process.kill('SIGKILL');
      await site.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const NAME = { name: 'name', type: 'text', description: 'Name', required: true, options: [] };

/** An event of a day far away, and the form that it takes sign-ups with. */
export async function storeForm({ write }: Database, id: string, ...more: object[]): Promise<void> {
  const fields = [NAME, ...more];
  const stamp = { version: 1, updated_at: Date.now() };
  await write(async ({ query, changed }) => {
    await query
      .insertInto('forms')
      .values({ id, fields: JSON.stringify(fields), ...stamp })
      .execute();
    await query
      .insertInto('events')
      .values({ key: `event-${id}`, title: 'Game Night', form_id: id, time_start: 2e12, ...stamp })
      .execute();
    changed('event', `event-${id}`);
  });
}

interface Given {
  /** An attestation; a fresh one where none is given. */
  token?: string;
  /** What a proxy would say of where it comes from. */
  from?: string;
  origin?: string;
  /** Beyond the name. */
  answers?: Record<string, unknown>;
}

/** Signs up for an event's form. */
export function signUp(url: string, form: string, name: string, { token, from, origin = url, answers }: Given = {}) {
  const sent = token ?? issueToken(SECRET, Date.now());
  return fetch(`${url}/api/entries/${form}`, {
    method: 'POST',
    body: JSON.stringify({ answers: { name, ...answers }, token: sent, once: crypto.randomUUID() }),
    headers: { origin, 'content-type': 'application/json', ...(from && { 'x-forwarded-for': from }) },
  });
}
