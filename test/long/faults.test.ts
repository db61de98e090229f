import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Database } from '../../app/db/db.server.ts';
import { openDatabase } from '../../app/db/open-database.server.ts';
import { eraseDueFiles } from '../../app/domain/uploads/erase-files.ts';
import { removeAbandonedFiles } from '../../app/storage/incoming.server.ts';
import { openStorage } from '../../app/storage/open-storage.server.ts';
import { seedAdminIn } from '../people.ts';
import { startProcess, type SiteProcess } from '../process.ts';

const ROUNDS = 50;
const HOUR = 3_600_000;
const SIZE = 400_000;
const ENV = { CLUB_EMPTY: '1' };

/** What the site said about one round's files before it was killed. */
interface Acknowledged {
  stored: string[];
  removed: string[];
}

test(`uploads that are cut off or killed, and removals that are killed half-way, leave nothing, ${ROUNDS} times`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'clubroom-faults-'));
  const cookie = await seedAdminIn(dataDir);
  const kept = new Set<string>();
  const counts = { stored: 0, cut: 0, unfinished: 0, removed: 0, betweenCommitAndDelete: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const site = await startProcess({ ...ENV, DATA_DIR: dataDir });
    const said = await killedAmong(site, cookie, round, [...kept].slice(0, 3));
    await site.ended;
    for (const guid of said.stored) kept.add(guid);
    const db = await openDatabase({ dataDir });
    const stored = await guidsIn(db);
    expect([...said.stored].filter((guid) => !stored.has(guid))).toEqual([]);
    expect(said.removed.filter((guid) => stored.has(guid))).toEqual([]);
    counts.stored += said.stored.length;
    counts.removed += said.removed.length;
    counts.cut += CUTS.length;
    counts.unfinished += (await leftBehind(dataDir, stored)).length > 0 ? 1 : 0;
    const [victim] = stored;
    if (victim !== undefined && (await killedWhileRemoving(dataDir, victim))) counts.betweenCommitAndDelete++;
    await tidyLater(db, dataDir);
    const after = await guidsIn(db);
    expect(after.has(victim ?? '')).toBe(false);
    expect(await leftBehind(dataDir, after)).toEqual([]);
    await expectWhole(db, dataDir);
    kept.clear();
    for (const guid of after) kept.add(guid);
    await db.close();
  }
  console.log(`${ROUNDS} kills: ${JSON.stringify(counts)}`);
  expect(counts.betweenCommitAndDelete).toBeGreaterThan(ROUNDS / 2);
  expect(counts.stored).toBeGreaterThan(ROUNDS);
  await rm(dataDir, { recursive: true, force: true });
});

/** Where an upload is cut off: so many bytes after its headers, announced or in chunks. */
const CUTS: [bytes: number, announced: boolean][] = [
  [0, true],
  [1, true],
  [4096, true],
  [SIZE / 2, true],
  [SIZE - 1, true],
  [0, false],
  [SIZE / 2, false],
];

/** Sends whole uploads, ones that are cut off, and removals; kills the site after some answers, more in every round. */
async function killedAmong(site: SiteProcess, cookie: string, round: number, old: string[]): Promise<Acknowledged> {
  const said: Acknowledged = { stored: [], removed: [] };
  const headers = { cookie, origin: site.url, 'sec-fetch-site': 'same-origin' };
  let answers = 0;
  const answered = () => {
    answers++;
    if (answers === 1 + (round % 12)) site.process.kill('SIGKILL');
  };
  const put = async () => {
    const guid = randomUUID();
    const request = { method: 'PUT', headers, body: randomBytes(SIZE) };
    const response = await fetch(`${site.url}/api/uploads/${guid}?name=file.bin`, request).catch(() => undefined);
    if (response?.status === 201) said.stored.push(guid);
    answered();
  };
  const remove = async (guid: string) => {
    const request = { method: 'DELETE', headers };
    const response = await fetch(`${site.url}/api/uploads/${guid}`, request).catch(() => undefined);
    if (response?.status === 204) said.removed.push(guid);
    answered();
  };
  await Promise.all([
    ...CUTS.map(([bytes, announced]) => cutUpload(site.url, headers, bytes, announced)),
    ...Array.from({ length: 10 }, put),
    ...old.map(remove),
  ]);
  site.process.kill('SIGKILL');
  return said;
}

async function cutUpload(url: string, headers: Record<string, string>, bytes: number, announced: boolean) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  const length = announced ? { 'content-length': String(SIZE) } : { 'transfer-encoding': 'chunked' };
  const lines = Object.entries({ host: new URL(url).host, ...headers, ...length }).map(
    (one) => `${one.join(': ')}\r\n`,
  );
  socket.write(`PUT /api/uploads/${randomUUID()}?name=cut.bin HTTP/1.1\r\n${lines.join('')}\r\n`);
  if (!announced && bytes > 0) socket.write(`${bytes.toString(16)}\r\n`);
  if (bytes > 0) socket.write(randomBytes(bytes));
  await Promise.race([once(socket, 'drain'), once(socket, 'ready')]).catch(() => undefined);
  socket.destroy();
}

/** A process that removes a file and is killed by itself after the commit, before anything is erased. */
async function killedWhileRemoving(dataDir: string, guid: string): Promise<boolean> {
  const script = `import { openDatabase } from './app/db/open-database.server.ts';
    import { removeUpload } from './app/domain/uploads/remove-upload.ts';
    const db = await openDatabase({ dataDir: process.argv[1] });
    const ada = { uid: 'ada', name: 'Ada', email: 'ada@example.edu', role: 'admin' };
    await removeUpload(db, ada, () => process.kill(process.pid, 'SIGKILL'), process.argv[2]);`;
  const args = ['--input-type=module-typescript', '--eval', script, dataDir, guid];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  return signal === 'SIGKILL';
}

async function tidyLater(db: Database, dataDir: string): Promise<void> {
  const { deleteAll } = await openStorage({ storageUrl: undefined, dataDir });
  await eraseDueFiles(db, deleteAll, Date.now() + HOUR);
  await removeAbandonedFiles(join(dataDir, 'files', '.incoming'), Date.now() + HOUR);
}

async function guidsIn(db: Database): Promise<Set<string>> {
  return new Set((await db.query.selectFrom('files').select('guid').execute()).map(({ guid }) => guid));
}

/** The files on disk that belong to no stored file. */
async function leftBehind(dataDir: string, stored: Set<string>): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.filter((file) => !stored.has(file.split('/').at(-2) ?? ''));
}

async function expectWhole(db: Database, dataDir: string): Promise<void> {
  const rows = await db.query.selectFrom('files').selectAll().execute();
  const found = await Promise.all(rows.map(({ path, name }) => stat(join(dataDir, 'files', path, name))));
  expect(found.map(({ size }) => size)).toEqual(rows.map(() => SIZE));
}
