import { sql } from 'kysely';
import { inChunks, type Database, type Reader } from '../../db/db.server.ts';
import { clubDay, dayPlus } from '../../time/club-day.ts';

/** Visits are counted per day, and kept for this many days. */
const KEPT_DAYS = 366;
/** For how long visits are gathered before they are written. */
const FLUSH_MS = 2000;
const ROWS_PER_STATEMENT = 200;

export interface VisitCounter {
  /** What counts as a visit is decided by `isVisit` in http/callback.ts. */
  count: (link: string) => void;
  /** Resolves once all counted visits are stored, as far as possible. */
  close: () => Promise<void>;
}

/** Counts visits in memory between two writes, so that no visitor waits for a write. */
export function createVisitCounter(db: Database, timeZone: string): VisitCounter {
  let counted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  async function store(): Promise<void> {
    timer = undefined;
    const batch = counted;
    counted = new Map();
    try {
      if (batch.size > 0) await addVisits(db, clubDay(timeZone), batch);
    } catch (error) {
      // They are stored with the next batch, which never has more entries than there are links.
      for (const [link, visits] of batch) counted.set(link, (counted.get(link) ?? 0) + visits);
      console.error('Visits of short links cannot be stored, and will be later:', error);
    }
  }

  return {
    count(link) {
      counted.set(link, (counted.get(link) ?? 0) + 1);
      timer ??= setTimeout(() => {
        store().catch(() => undefined);
      }, FLUSH_MS).unref();
    },
    async close() {
      clearTimeout(timer);
      await store();
    },
  };
}

type Counted = ReadonlyMap<string, number>;

export async function addVisits(db: Database, day: string, visits: Counted): Promise<void> {
  await db.write(async ({ query }) => {
    for (const part of inChunks([...visits], ROWS_PER_STATEMENT)) {
      await query
        .insertInto('link_visits')
        .values(part.map(([link, count]) => ({ link_key: link, day, visits: count })))
        .onConflict((conflict) =>
          conflict.columns(['link_key', 'day']).doUpdateSet({ visits: sql`link_visits.visits + excluded.visits` }),
        )
        .execute();
    }
  });
}

export async function countVisits({ query }: Reader, keys: string[]): Promise<Map<string, number>> {
  const counted = new Map<string, number>();
  for (const part of inChunks(keys, ROWS_PER_STATEMENT)) {
    const rows = await query
      .selectFrom('link_visits')
      .select((is) => ['link_key', is.fn.sum<number | string>('visits').as('visits')])
      .where('link_key', 'in', part)
      .groupBy('link_key')
      .execute();
    for (const { link_key: link, visits } of rows) counted.set(link, Number(visits));
  }
  return counted;
}

export interface VisitsOfDay {
  day: string;
  visits: number;
}

/** Every day since the first visit, including days without any. */
export async function listVisits({ query }: Reader, link: string, today: string): Promise<VisitsOfDay[]> {
  const rows = await query
    .selectFrom('link_visits')
    .select(['day', 'visits'])
    .where('link_key', '=', link)
    .orderBy('day')
    .execute();
  const [first] = rows;
  if (!first) return [];
  const counted = new Map(rows.map(({ day, visits }) => [day, visits]));
  const days: VisitsOfDay[] = [];
  for (let day = first.day; day <= today && days.length < KEPT_DAYS; day = dayPlus(day, 1))
    days.push({ day, visits: counted.get(day) ?? 0 });
  return days;
}

export async function forgetOldVisits(db: Database, today: string): Promise<void> {
  const first = dayPlus(today, -KEPT_DAYS);
  await db.write(({ query }) => query.deleteFrom('link_visits').where('day', '<', first).execute());
}
