import type { Database, Reader } from '../../db/db.server.ts';
import { readNote, writeNote } from '../../db/notes.ts';

const NOTE = 'sign-in refused';

interface RefusedSite {
  /** Epoch milliseconds. */
  since: number;
  /** The provider's error code, such as invalid_client. */
  word: string;
}

/**
 * Notes that the identity provider no longer knows this site, so nobody can sign in. Writes nothing if that is noted
 * already, as it usually is.
 */
export async function noteRefusedSite(db: Database, word: string, now = Date.now()): Promise<void> {
  if ((await readRefusedSite(db)) === undefined) await db.write((tx) => writeNote(tx, NOTE, `${now} ${word}`));
}

/** For when somebody has signed in, or the provider knows the site again. */
export async function forgetRefusedSite(db: Database): Promise<void> {
  if ((await readNote(db, NOTE)) === undefined) return;
  await db.write(({ query }) => query.deleteFrom('app_state').where('name', '=', NOTE).execute());
}

export async function readRefusedSite(db: Reader): Promise<RefusedSite | undefined> {
  const [, since, word] = /^(\d{1,15}) (\w+)$/.exec((await readNote(db, NOTE)) ?? '') ?? [];
  return since === undefined || word === undefined ? undefined : { since: Number(since), word };
}
