import type { Database } from '../db/db.server.ts';
import { ImportRun, type ImportOptions, type ImportProgress, type ImportSummary } from './import-run.ts';
import { checkSyntax, readRecords, type Source } from './read-json.ts';

/** Idempotent; a bad record is refused, the rest goes in. @throws Unreadable before anything is written. */
export async function importRecords(db: Database, source: Source, options: ImportOptions = {}): Promise<ImportSummary> {
  const progress: ImportProgress = { phase: 'checking', bytes: 0, records: 0 };
  const onBytes = (bytes: number) => {
    progress.bytes += bytes;
    options.onProgress?.(progress);
  };
  await checkSyntax(source, onBytes);
  progress.phase = 'importing';
  progress.bytes = 0;
  const run = new ImportRun(db, options);
  for await (const record of readRecords(source, onBytes)) {
    await run.take(options.revise ? options.revise(record) : record);
    progress.records++;
  }
  await run.finish();
  return run.summary();
}
