import { sql, type SelectQueryBuilder } from 'kysely';
import type { Reader } from '../../db/db.server.ts';
import type { JobKind, JobRow, Tables } from '../../db/tables.ts';

/** How this process runs the jobs of one kind whose lanes take turns. */
export interface Turns {
  /** How many run at the same time. */
  atOnce: number;
  running: Pick<JobRow, 'lane' | 'attempts'>[];
  /** The lane that had the last turn. */
  after: string;
}

/** Takes the first job that no other copy is about to take. */
export type TakeFirst = (due: SelectQueryBuilder<Tables, 'jobs', JobRow>) => Promise<JobRow | undefined>;

/** A lane holds the mail to one domain about one thing. */
export function mailLane(recipient: string, about: string): string {
  return `${recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase()} ${about}`;
}

/**
 * The job whose turn it is: jobs that were not tried before go first, beginning with the next lane. No owner (the
 * domain of a lane) has all the jobs that run at the same time, and one that has one running waits while others want a
 * turn. Not all running jobs may be retries either.
 */
export async function findNextInTurn(
  db: Reader,
  { kind, now, take }: { kind: JobKind; now: number; take: TakeFirst },
  { atOnce, running, after }: Turns,
): Promise<JobRow | undefined> {
  const most = Math.max(1, atOnce - 1);
  const byOwner = Map.groupBy(running, ({ lane }) => ownerOf(lane));
  const served = [...byOwner.keys()];
  const full = served.filter((owner) => (byOwner.get(owner)?.length ?? 0) >= most);
  const triedAgain = running.filter(({ attempts }) => attempts > 1).length;
  for (const isTried of triedAgain < most ? [0, 1] : [0]) {
    for (const owners of [served, full]) {
      const due = withoutOwners(owners, selectDueInTurn(db, kind, now, isTried));
      const found = (await take(due.where('lane', '>', after))) ?? (await take(due));
      if (found) return found;
    }
  }
  return undefined;
}

function ownerOf(lane: string): string {
  return lane.slice(0, lane.indexOf(' '));
}

/** Uses the index jobs_in_turn; SQLite recognises its conditions only if they are written as they are there. */
function selectDueInTurn({ query }: Reader, kind: JobKind, now: number, isTried: number) {
  return query
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', '=', sql.lit('waiting'))
    .where(sql`(case when attempts = 0 then 0 else 1 end)`, '=', sql.lit(isTried))
    .where('run_at', '<=', now)
    .orderBy('lane')
    .orderBy('run_at')
    .orderBy('key')
    .limit(1);
}

/** Owners are domains, so they contain no wildcards. */
function withoutOwners(owners: string[], due: ReturnType<typeof selectDueInTurn>) {
  return owners.reduce((left, owner) => left.where('lane', 'not like', `${owner} %`), due);
}
