import type { Database, Reader, Writer } from '../db/db.server.ts';

/** Asks whether somebody still may do what they are about to. Throws what they are refused with. */
export type AskRight = (at: Reader) => Promise<void>;

/**
 * The same database, for somebody whose right may be taken away while what they send is on its way: each of their writes
 * asks for it in its own transaction, before anything else.
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
