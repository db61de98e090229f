import type { Reader } from '../../db/db.server.ts';
import { listKinds, viewKind, type KindView } from '../kinds/list.ts';
import { publicEvents } from './visibility.ts';

/** The kinds that some public event has, in their order. */
export async function viewKindsInUse(db: Reader): Promise<KindView[]> {
  const all = await listKinds(db);
  if (all.length === 0) return [];
  const rows = await publicEvents(db).select('kind').distinct().where('kind', 'is not', null).execute();
  const used = new Set(rows.map(({ kind }) => kind));
  return all.filter(({ key, slug }) => used.has(key) && slug !== '').map(viewKind);
}
