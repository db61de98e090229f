import { readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Settings } from './config/settings.server.ts';
import { VERSION } from './config/version.ts';
import type { Database, Reader } from './db/db.server.ts';
import { forgetNote, listNotes, writeNote } from './db/notes.ts';
import { parseJson } from './domain/parse-json.ts';

const servingSchema = z.object({
  pid: z.number(),
  /** The address at which this machine reaches the site. */
  url: z.string(),
  /** The folder in which it was started. */
  home: z.string(),
  version: z.string(),
});

/** The process that serves a data folder. `club update` ends it and checks whether another one starts. */
export type Serving = z.output<typeof servingSchema>;

interface Served {
  settings: Pick<Settings, 'dataDir'>;
  db: Database;
}

/** Copies on one machine share the database, and find each other's data folders in it. */
export async function noteServing({ settings: { dataDir }, db }: Served, address: AddressInfo | undefined) {
  const serving: Serving = { pid: process.pid, url: urlOf(address), home: process.cwd(), version: VERSION };
  const isOneOfMany = db.dialect === 'postgres';
  // On a full disk this fails, but pages are still served.
  await writeFile(fileIn(dataDir), `${JSON.stringify(serving)}\n`).catch(() => undefined);
  if (isOneOfMany) await db.write((tx) => writeNote(tx, `${copiesHere()}${dataDir}`, '')).catch(() => undefined);
  return {
    async over(): Promise<void> {
      await rm(fileIn(dataDir), { force: true });
      if (isOneOfMany) await db.write((tx) => forgetNote(tx, `${copiesHere()}${dataDir}`)).catch(() => undefined);
    },
  };
}

export async function readServing(dataDir: string): Promise<Serving | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '');
  return text ? servingSchema.safeParse(parseJson(text)).data : undefined;
}

/** The data folders of the copies on this machine that noted that they serve, including copies that were killed since. */
export async function listCopies(at: Reader): Promise<string[]> {
  const names = await listNotes(at, copiesHere());
  return names.map((name) => name.slice(copiesHere().length));
}

function copiesHere(): string {
  return `copy on ${hostname()}: `;
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'serving.json');
}

function urlOf(address: AddressInfo | undefined): string {
  if (!address) return '';
  const anywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const host = anywhere[address.address] ?? address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
