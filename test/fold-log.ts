import { DatabaseSync } from 'node:sqlite';

/** Takes a closed database's log into its file, which can be copied then: the last to close it only read, and left it there. */
export function foldLog(file: string): void {
  const writer = new DatabaseSync(file);
  writer.exec('pragma wal_checkpoint(truncate)');
  writer.close();
}
