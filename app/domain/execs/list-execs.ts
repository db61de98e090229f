import type { Reader } from '../../db/db.server.ts';
import { viewImages, type ImageView } from '../uploads/images.ts';
import { execName } from './exec-name.ts';
import { toExec, type Exec } from './exec.ts';

/** The current executives, or the previous ones, in the order in which they were added (product.md 4, 7). */
export async function listExecs(db: Reader, current: boolean): Promise<Exec[]> {
  const rows = await db.query
    .selectFrom('execs')
    .selectAll()
    // One that does not say is current (product.md 3).
    .where((is) =>
      current ? is.or([is('is_current', '=', 1), is('is_current', 'is', null)]) : is('is_current', '=', 0),
    )
    .orderBy('key')
    .execute();
  return rows.map(toExec);
}

/** What a portrait card shows. */
export interface ExecCard {
  key: string;
  name: string;
  title: string;
  description: string;
  image: ImageView | null;
}

/** Executives as cards, their pictures looked up in one query. */
export async function viewExecCards(db: Reader, execs: Exec[]): Promise<ExecCard[]> {
  const images = await viewImages(
    db,
    execs.flatMap(({ image }) => (image?.url ? [image] : [])),
  );
  return execs.map(({ key, name, title, description, image }) => ({
    key,
    name: execName(name),
    title,
    description,
    image: (image && images.get(image)) ?? null,
  }));
}
