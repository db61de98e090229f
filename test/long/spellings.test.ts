import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess, type SiteProcess } from '../process.ts';

/** Ways to ask for what there is, or is not, under a name that nobody has used yet. */
const SPELLINGS: ((at: number) => string)[] = [
  (at) => capitals('/events', at),
  (at) => `/events${'/'.repeat(1 + (at % 400))}`,
  (at) => `/events?past=${at}`,
  (at) => `/events?past=1&before=${at}.none`,
  (at) => `/events?x${at}=${'y'.repeat(8000)}`,
  (at) => `/events#${at}`,
  (at) => `http://${at}.example${capitals('/team', at)}`,
  (at) => `/events.data?_routes=${at}`,
  (at) => `/events${'/'.repeat(1 + (at % 400))}_.data`,
  (at) => `/events/none${at}`,
  (at) => `/none${at}/${'y'.repeat(8000)}`,
  (at) => `/api/events?set=future&set=${at}`,
  (at) => `/api/forms/${at}${'y'.repeat(8000)}`,
  (at) => `/api/food?section=${at}`,
];
const ENCODINGS = ['br', 'gzip', 'identity'];

function capitals(path: string, at: number): string {
  return path.replaceAll(/[a-z]/g, (letter, place: number) => ((at >> place) & 1 ? letter.toUpperCase() : letter));
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Asks for `target` exactly as it is written. */
function ask(site: SiteProcess, target: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(site.url, { agent, path: target, headers }, (response) =>
      response.on('end', resolve).on('error', reject).resume(),
    );
    call.on('error', reject).end();
  });
}

async function figure(site: SiteProcess, name: string): Promise<number> {
  const text = await (await fetch(`${site.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
}

test('thousands of spellings leave the memory where it was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clubroom-spellings-'));
  const site = await startProcess({ DATA_DIR: folder, CLUB_EMPTY: '0' });
  let at = 0;
  const round = async (count: number) => {
    const workers = Array.from({ length: 8 }, async () => {
      while (--count >= 0) {
        at++;
        const target = SPELLINGS[at % SPELLINGS.length]?.(at) ?? '/';
        const encoding = `${ENCODINGS[at % ENCODINGS.length]}, x${at}`;
        await ask(site, target, { 'accept-encoding': encoding, cookie: `clubroom_session=${at}` });
      }
    });
    await Promise.all(workers);
    const [memory, entries, bytes] = await Promise.all(
      ['process_resident_memory_bytes', 'clubroom_cache_entries', 'clubroom_cache_bytes'].map((name) =>
        figure(site, name),
      ),
    );
    return { memory: memory ?? 0, entries: entries ?? 0, bytes: bytes ?? 0 };
  };
  const first = await round(3000);
  const last = [await round(3000), await round(3000), await round(3000)];
  const grown = last.map(({ memory }) => memory / first.memory);
  expect(last.map(({ entries, bytes }) => [entries, bytes])).toEqual(last.map(() => [first.entries, first.bytes]));
  expect(first.entries).toBeLessThan(20);
  expect(grown.at(-1)).toBeLessThan(1.25);
  site.process.kill('SIGKILL');
  await site.ended;
  await rm(folder, { recursive: true, force: true });
}, 600_000);
