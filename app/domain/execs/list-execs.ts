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

/** An executive as the admin area's table shows it. */
export interface ExecTableRow extends Exec {
  portrait: ImageView | null;
}

/** Executives as cards, their pictures looked up in one query. */
export async function viewExecCards(db: Reader, execs: Exec[]): Promise<ExecCard[]> {
  const portraits = await findPortraits(db, execs);
  return execs.map((exec) => ({
    key: exec.key,
    name: execName(exec.name),
    title: exec.title,
    description: exec.description,
    image: portraits.get(exec) ?? null,
  }));
}

/** The current and the previous executives with their portraits, looked up in one query. */
export async function viewExecTables(db: Reader): Promise<{ current: ExecTableRow[]; previous: ExecTableRow[] }> {
  const [current, previous] = await Promise.all([listExecs(db, true), listExecs(db, false)]);
  const portraits = await findPortraits(db, [...current, ...previous]);
  const withPortrait = (exec: Exec) => ({ ...exec, portrait: portraits.get(exec) ?? null });
  return { current: current.map(withPortrait), previous: previous.map(withPortrait) };
}

async function findPortraits(db: Reader, execs: Exec[]): Promise<Map<Exec, ImageView>> {
  const images = await viewImages(
    db,
    execs.flatMap(({ image }) => (image?.url ? [image] : [])),
  );
  return new Map(
    execs.flatMap((exec) => {
      const image = exec.image && images.get(exec.image);
      return image ? [[exec, image]] : [];
    }),
  );
}
