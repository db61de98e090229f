import type { ClubConfig } from './config/club.ts';
import { mergeTexts, checkText, listTexts, type TextInFile, type Merged } from './config/site-texts.ts';
import type { Database } from './db/db.server.ts';
import { listPageLinks, type PageLinks } from './domain/pages/read-pages.ts';
import { listChangedTexts, type TextsOfFile } from './domain/texts.ts';
import type { Change } from './domain/topics.ts';

/**
 * What every page shows, as it is read now: the club's configuration, which is the file's with what was changed at
 * /admin/texts over it, and the links to the club's own pages.
 */
export interface CurrentClub {
  club: () => ClubConfig;
  pageLinks: () => PageLinks;
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
  let pageLinks: PageLinks = { menu: [], footer: [] };
  let reading = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;

  async function read(): Promise<void> {
    const [changed, links] = await Promise.all([listChangedTexts(db), listPageLinks(db)]);
    merged = mergeTexts(file, changed);
    pageLinks = links;
  }

  function retryLater(error: unknown): void {
    console.error('The club’s texts and pages cannot be read, and will be later:', error);
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
    pageLinks: () => pageLinks,
    ignored: () => merged.ignored,
    file: { texts: listTexts(file), read: (given) => checkText(file, given) },
    follow: async (changes) => {
      if (changes.some(({ topic }) => topic === 'text' || topic === 'page')) await refresh();
    },
    refresh,
    close: () => clearTimeout(retry),
  };
}
