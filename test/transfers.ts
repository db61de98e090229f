import type { Database } from '../app/db/db.server.ts';
import type { Change } from '../app/domain/topics.ts';
import { exportRecords } from '../app/transfer/export.ts';
import { importRecords, type ImportOptions, type ImportSummary } from '../app/transfer/import.ts';
import type { JsonSource } from '../app/transfer/read-json.ts';

/** What an import did: counts, the lines of what was refused, and the changes that were told. */
export interface Loaded {
  summary: ImportSummary;
  refused: string[];
  told: Change[];
}

/** Imports `content`: bytes as they are, anything else as JSON. */
export async function load(db: Database, content: unknown, options?: ImportOptions): Promise<Loaded> {
  const refused: string[] = [];
  const told: Change[] = [];
  let isOver = false;
  db.onCommit((changes) => {
    if (!isOver) told.push(...changes);
  });
  const onRefused = (path: string, reason: string) => refused.push(`${path}: ${reason}`);
  const summary = await importRecords(db, sourceOf(content), { ...options, onRefused });
  isOver = true;
  return { summary, refused, told };
}

/** The exported text. */
export async function dump(db: Database): Promise<string> {
  let text = '';
  for await (const part of exportRecords(db)) text += part;
  return text;
}

/** `content` in pieces of so many bytes: characters and tokens are cut in two. */
export function sourceOf(content: unknown, size = 999): JsonSource {
  const bytes = content instanceof Uint8Array ? content : Buffer.from(JSON.stringify(content));
  return async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
}
