import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { CLEANED_VERSION } from './sqlite.ts';

/** SQLite leaves copies of deleted rows where it rearranged pages. Readers go on meanwhile, writers wait. */
const CLEAN = `
  const { DatabaseSync } = require('node:sqlite');
  const { workerData } = require('node:worker_threads');
  const database = new DatabaseSync(new URL(workerData.address), { timeout: 10_000 });
  database.exec('vacuum; pragma user_version = ' + workerData.version + '; pragma busy_timeout = 2000');
  const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get();
  database.close();
  if (busy) throw new Error('somebody is reading the database');
`;

export function cleanSqlite(file: string): Promise<void> {
  const address = pathToFileURL(file);
  address.searchParams.set('mode', 'rw');
  const workerData = { address: address.href, version: CLEANED_VERSION };
  return new Promise((done, fail) => {
    const worker = new Worker(CLEAN, { eval: true, workerData });
    worker.once('error', fail);
    worker.once('exit', (code) => (code === 0 ? done() : fail(new Error(`it ended with code ${code}`))));
  });
}
