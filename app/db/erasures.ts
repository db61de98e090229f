import type { Database, Writer } from './db.server.ts';
import { readNote, writeNote } from './notes.ts';

const NOTE = 'erased';

export function noteErasure(tx: Writer): Promise<void> {
  return writeNote(tx, NOTE, crypto.randomUUID());
}

export interface Cleaner {
  /** True if the file was never cleaned: it may hold traces of before. */
  isDue: () => Promise<boolean>;
  /** @throws if it cannot be done just now. */
  clean: () => Promise<void>;
}

export function tracesCleaner(
  db: Pick<Database, 'query' | 'write'>,
  { isDue, clean }: Cleaner,
): Database['forgetTraces'] {
  let running = Promise.resolve();
  let cleanedAt = -Infinity;
  async function run(everyMs: number, now: number): Promise<void> {
    const noted = await readNote(db, NOTE);
    const isWanted = noted !== undefined || (await isDue());
    if (!isWanted || cleanedAt > now - everyMs) return;
    await clean();
    cleanedAt = now;
    if (noted === undefined) return;
    // Erasures noted meanwhile stay noted.
    await db.write(({ query }) =>
      query.deleteFrom('app_state').where('name', '=', NOTE).where('value', '=', noted).execute(),
    );
  }
  return ({ everyMs = 0, now = Date.now() } = {}) => {
    running = running
      .then(() => run(everyMs, now))
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        console.error(`Traces of what was erased cannot be removed yet: ${reason}`);
      });
    return running;
  };
}
