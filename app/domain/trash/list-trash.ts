import type { Reader } from '../../db/db.server.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { TRASH_KEPT_MS } from './trash-content.ts';

/** One removal that can still be taken back. */
export interface Trashed {
  key: string;
  topic: string;
  recordKey: string;
  title: string;
  removedBy: string;
  /** Epoch milliseconds. */
  removedAt: number;
}

/** What is in the trash, newest first. For whoever runs the site: no permission is asked for. */
export async function listTrash(db: Reader): Promise<Trashed[]> {
  return (await selectTrash(db).execute()).map(toTrashed);
}

/** The trash as the admin area shows it. */
export interface TrashView {
  /** The newest removals, each with the moment, in epoch milliseconds, from which it cannot be taken back any more. */
  removals: (Trashed & { keptUntil: number })[];
  /** How many there are in all. */
  total: number;
}

/**
 * The newest `limit` removals; without a limit all of them.
 * @throws NotAllowed unless `actor` is an admin.
 */
export async function viewTrash(db: Reader, actor: Actor | null, limit?: number): Promise<TrashView> {
  requireAdmin(actor);
  const removals = selectTrash(db);
  const [rows, { total }] = await Promise.all([
    (limit === undefined ? removals : removals.limit(limit)).execute(),
    db.query
      .selectFrom('trash')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    removals: rows.map(toTrashed).map((one) => ({ ...one, keptUntil: one.removedAt + TRASH_KEPT_MS })),
    total: Number(total),
  };
}

type TrashedRow = Awaited<ReturnType<ReturnType<typeof selectTrash>['execute']>>[number];

function selectTrash({ query }: Reader) {
  return query
    .selectFrom('trash')
    .select(['key', 'topic', 'record_key', 'title', 'removed_by', 'removed_at'])
    .orderBy('removed_at', 'desc')
    .orderBy('key', 'desc');
}

function toTrashed(row: TrashedRow): Trashed {
  return {
    key: row.key,
    topic: row.topic,
    recordKey: row.record_key,
    title: row.title,
    removedBy: row.removed_by,
    removedAt: row.removed_at,
  };
}
