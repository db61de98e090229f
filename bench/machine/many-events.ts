import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { siteEnvironment } from './site.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An event as the import format has it; `start` in epoch milliseconds. */
export function eventRecord(title: string, start: number) {
  return {
    title,
    presenter: 'Upper-year members',
    location: 'Babbage Hall, Room 332',
    description: 'A paragraph about what will happen there and then, for whom, and what to bring along. '.repeat(8),
    datetime: { timeStartTimestamp: start, timeEndTimestamp: start + 2 * HOUR_MS },
  };
}

/** `total` events by key: `upcoming` in the days to come, all others in the past, one every hour. */
export function manyEvents(total: number, upcoming: number): Record<string, ReturnType<typeof eventRecord>> {
  const now = Date.now();
  const records = Array.from({ length: total }, (_, number) => {
    const start = number < upcoming ? now + (number + 1) * DAY_MS : now - (number + 24) * HOUR_MS;
    return [`-Bench${String(number).padStart(14, '0')}`, eventRecord(`Event ${number}`, start)] as const;
  });
  return Object.fromEntries(records);
}

/** Imports events into a data folder, as `npm run club -- import` does, into a running site's too. */
export function importEvents(dataDir: string, events: Record<string, unknown>): Promise<void> {
  return importRecords(dataDir, { event: events });
}

/** Imports records of any kind, by collection and key. */
export async function importRecords(dataDir: string, records: Record<string, object>): Promise<void> {
  const file = `${dataDir}/bench-import.json`;
  await writeFile(file, JSON.stringify(records));
  const child = spawn(process.execPath, ['cli/club.ts', 'import', file], {
    env: siteEnvironment(dataDir, 0),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The import ended with code ${code}`);
}
