import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const CLUB = join(import.meta.dirname, '../../cli/club.ts');
const EVENTS = 12_000;
const HEAP_MB = 128;

function* events() {
  const description = 'A paragraph about what will happen there and then. '.repeat(250);
  for (let number = 0; number < EVENTS; number++) {
    const event = { title: `Event ${number}`, description, datetime: { timeStartTimestamp: number } };
    yield `${number === 0 ? '{"event":{' : ','}"-Event${number}":${JSON.stringify(event)}`;
  }
  yield '}}';
}

test('a file larger than the memory goes in and comes out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clubroom-'));
  const file = join(folder, 'large.json');
  const exported = join(folder, 'exported.json');
  const club = async (...args: string[]) => {
    const options = { env: { ...process.env, DATA_DIR: join(folder, 'data') } };
    const node = [`--max-old-space-size=${HEAP_MB}`, CLUB, ...args];
    return (await promisify(execFile)(process.execPath, node, options)).stdout;
  };
  try {
    await pipeline(Readable.from(events()), createWriteStream(file));
    expect((await stat(file)).size).toBeGreaterThan(HEAP_MB * 1024 * 1024);
    expect(await club('import', file)).toBe('event   12,000 added\n');
    await club('export', exported);
    expect(await club('import', exported, '--replace')).toBe('event   12,000 unchanged\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
