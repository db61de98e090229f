import type { ClubConfig } from './config/club.ts';
import { mergeTexts, checkText, listTexts, type TextInFile, type Merged } from './config/site-texts.ts';
import type { Database } from './db/db.server.ts';
import { listChangedTexts, type TextsOfFile } from './domain/texts.ts';
import type { Change } from './domain/topics.ts';

/** The club's configuration as it is read now: the file's, and what was changed at /admin/texts over it. */
export interface CurrentClub {
  club: () => ClubConfig;
  /** By path: why a changed text is not shown. */
  ignored: () => Merged['ignored'];
  file: { texts: readonly TextInFile[]; read: TextsOfFile['read'] };
  /** Resolves once the changes show. */
  follow: (changes: Change[]) => Promise<void>;
  refresh: () => Promise<void>;
  close: () => void;
}

const RETRY_MS = 1000;

/** The file's own texts until the first `refresh`. `onLate`: what had changed shows only now, as it could not be read. */
export function createCurrentClub(db: Database, file: ClubConfig, onLate: () => void): CurrentClub {
  let merged = mergeTexts(file, []);
  let reading = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;

  async function read(): Promise<void> {
    merged = mergeTexts(file, await listChangedTexts(db));
  }

  function retryLater(error: unknown): void {
    console.error('The club’s texts cannot be read, and will be later:', error);
    retry ??= setTimeout(() => {
      retry = undefined;
      refresh().then(() => retry ?? onLate(), retryLater);
    }, RETRY_MS).unref();
  }

  /** One after another: an earlier answer never overtakes a later one. */
  function refresh(): Promise<void> {
    reading = reading.then(read).catch(retryLater);
    return reading;
  }

  return {
    club: () => merged.club,
    ignored: () => merged.ignored,
    file: { texts: listTexts(file), read: (given) => checkText(file, given) },
    follow: async (changes) => {
      if (changes.some(({ topic }) => topic === 'text')) await refresh();
    },
    refresh,
    close: () => clearTimeout(retry),
  };
}
