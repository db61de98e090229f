import type { Database, Reader, Writer } from '../db/db.server.ts';

/** Checks that somebody may still do what they are about to do. @throws the refusal */
export type AskRight = (at: Reader) => Promise<void>;

/**
 * The same database, for somebody whose right may be taken away while their request is on its way: each write first checks
 * that right in its own transaction.
 */
export function withRight(db: Database, ask: AskRight): Database {
  const asking =
    <T, Rest extends unknown[]>(work: (tx: Writer, ...rest: Rest) => Promise<T>) =>
    async (tx: Writer, ...rest: Rest) => {
      await ask(tx);
      return work(tx, ...rest);
    };
  return {
    ...db,
    write: (work) => db.write(asking(work)),
    writeTogether: (work) => db.writeTogether(asking(work)),
    writeHolding: (lock, work) => db.writeHolding(lock, asking(work)),
  };
}
