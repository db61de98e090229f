import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { verdictOf, type Row } from './figure.ts';
import { LOAD_TOOL } from './machine/load.ts';

const FOLDER = join(import.meta.dirname, 'history');

/** Keeps a run as JSON in bench/history/, named by its time, to be compared with other runs on the same machine. */
export async function keepRun(rows: Row[]): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const at = new Date().toISOString();
  const machine = { processors: cpus().length, model: cpus()[0]?.model, node: process.version, loadTool: LOAD_TOOL };
  const file = join(FOLDER, `${at.replaceAll(':', '-')}.json`);
  const judged = rows.map((row) => ({ ...row, met: verdictOf(row) }));
  await writeFile(file, `${JSON.stringify({ at, machine, rows: judged }, undefined, 2)}\n`);
  return file;
}
