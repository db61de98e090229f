import type { ClubConfig } from './config/club.ts';
import { mergeTexts, checkText, listTexts, type TextInFile, type Merged } from './config/site-texts.ts';
import type { Database } from './db/db.server.ts';
import { NOTHING_STORED, readForEveryPage, viewEveryPage, type EveryPage } from './domain/on-every-page.ts';
import { listPageLinks, type PageLinks } from './domain/pages/read-pages.ts';
import { listChangedTexts, type TextsOfFile } from './domain/texts.ts';
import { ON_EVERY_PAGE } from './domain/dependency.ts';
import type { Change } from './domain/topics.ts';
import { HOUR_MS } from './time/durations.ts';

/**
 * What every page shows at the moment: the club's configuration, which is the file's with the changes made at /admin/texts,
 * the links to the club's own pages and to its sponsors, and the notice.
 */
export interface CurrentClub {
  club: () => ClubConfig;
  pageLinks: () => PageLinks;
  /** Why a changed text is not shown, by its path. */
  ignored: () => Merged['ignored'];
  file: { texts: readonly TextInFile[]; read: TextsOfFile['read'] };
  /** As it is at this moment. */
  everyPage: () => EveryPage;
  /** Resolves once the changes show. */
  follow: (changes: Change[]) => Promise<void>;
  refresh: () => Promise<void>;
  close: () => void;
}

const RETRY_MS = 1000;

interface Callbacks {
  /** Called when changes show only now, because they could not be read before. */
  onReadAgain: () => void;
  /** Called when time alone has changed what every page shows. */
  onTurn: () => void;
}

/** A clock that was put forward is noticed within this time. */
const LONGEST_WAIT_MS = HOUR_MS;

/** The file's own texts until the first `refresh`. */
export function createCurrentClub(db: Database, file: ClubConfig, { onReadAgain, onTurn }: Callbacks): CurrentClub {
  const { timeZone } = file.club;
  let merged = mergeTexts(file, []);
  let pageLinks: PageLinks = { menu: [], footer: [] };
  let stored = NOTHING_STORED;
  let reading = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let turn: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function read(): Promise<void> {
    const [changed, links, found] = await Promise.all([listChangedTexts(db), listPageLinks(db), readForEveryPage(db)]);
    merged = mergeTexts(file, changed);
    pageLinks = links;
    stored = found;
    waitForTurn();
  }

  function waitForTurn(): void {
    clearTimeout(turn);
    const { until } = viewEveryPage(stored, timeZone);
    if (isClosed || until === Infinity) return;
    const look = () => {
      if (Date.now() >= until) onTurn();
      waitForTurn();
    };
    turn = setTimeout(look, Math.min(LONGEST_WAIT_MS, Math.max(0, until - Date.now()))).unref();
  }

  function retryLater(error: unknown): void {
    console.error('The club’s texts and pages cannot be read, and the site will try again:', error);
    retry ??= setTimeout(() => {
      retry = undefined;
      refresh().then(() => retry ?? onReadAgain(), retryLater);
    }, RETRY_MS).unref();
  }

  /** Reads one after another, so that an earlier answer never overtakes a later one. */
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
      if (changes.some(({ topic }) => ON_EVERY_PAGE.some((one) => one === topic))) await refresh();
    },
    everyPage: () => viewEveryPage(stored, timeZone),
    refresh,
    close: () => {
      isClosed = true;
      clearTimeout(retry);
      clearTimeout(turn);
    },
  };
}
