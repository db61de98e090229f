import type { Reader } from '../db/db.server.ts';
import { beginOf, clubDay, dayPlus } from '../time/club-day.ts';
import { isShown, type Notice } from './notice/notice.ts';
import { findNotice } from './notice/save-notice.ts';
import { listSponsors } from './sponsors/list.ts';
import { isSponsorOn, type Sponsor } from './sponsors/sponsor.ts';

/** The stored part of what every public page shows. */
interface StoredForEveryPage {
  notice: Pick<Notice, 'text' | 'url' | 'from' | 'until'>;
  sponsors: Pick<Sponsor, 'from' | 'until'>[];
}

export const NOTHING_STORED: StoredForEveryPage = {
  notice: { text: '', url: '', from: null, until: null },
  sponsors: [],
};

export async function readForEveryPage(db: Reader): Promise<StoredForEveryPage> {
  const [{ text, url, from, until }, sponsors] = await Promise.all([findNotice(db), listSponsors(db)]);
  return {
    notice: { text, url, from, until },
    sponsors: sponsors.map((one) => ({ from: one.from, until: one.until })),
  };
}

export interface EveryPage {
  notice: Pick<Notice, 'text' | 'url'> | null;
  hasSponsors: boolean;
  /** When the passing of time next changes pages, in epoch milliseconds; Infinity if it never does. */
  until: number;
}

export function viewEveryPage({ notice, sponsors }: StoredForEveryPage, timeZone: string, now = Date.now()): EveryPage {
  const today = clubDay(timeZone, now);
  const turns = [
    ...(notice.text === '' ? [] : [notice.from ?? 0, notice.until ?? 0]),
    ...sponsors.flatMap(({ from, until }) => [
      from === '' ? 0 : beginOf(from, timeZone),
      until === '' ? 0 : beginOf(dayPlus(until, 1), timeZone),
    ]),
  ];
  return {
    notice: isShown(notice, now) ? { text: notice.text, url: notice.url } : null,
    hasSponsors: sponsors.some((one) => isSponsorOn(one, today)),
    until: Math.min(...turns.filter((moment) => moment > now), Infinity),
  };
}
