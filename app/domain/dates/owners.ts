import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { checkInput } from '../check-input.ts';
import { NotFound, Stale } from '../errors.ts';
import type { RecordUpdate } from '../record-changes/save.ts';
import { findThings } from './checks.ts';
import { ownersInput } from './owners-input.ts';
import type { SiteStatus } from './site-status.ts';

interface ChosenOwners {
  owner: string;
  secondOwner: string;
  version: number;
}

/** The owners chosen for what the site finds by itself, by its id. */
export async function listChosenOwners({ query }: Reader): Promise<Map<string, ChosenOwners>> {
  const rows = await query.selectFrom('date_owners').selectAll().execute();
  return new Map(
    rows.map(({ thing, owner, second_owner: secondOwner, version }) => [thing, { owner, secondOwner, version }]),
  );
}

/**
 * Chooses the owners of something that the site finds by itself; if nobody is chosen, it belongs to every Admin.
 * @throws NotAllowed, NotFound, Rejected with a message per field, Stale when someone else chose meanwhile.
 */
export async function chooseOwners(
  db: Database,
  actor: Actor | null,
  { key, version, input }: RecordUpdate,
  status: SiteStatus,
): Promise<{ version: number }> {
  requireCapability(actor, 'manage the club');
  const { owner, secondOwner } = checkInput(ownersInput, input);
  const thing = (await findThings(db, status)).find(({ id }) => id === key);
  if (!thing)
    throw new NotFound('This item is no longer there: it has ended, or someone has changed it. Reload the page.');
  return db.write(async (tx) => {
    const content = { owner, second_owner: secondOwner, version: version + 1 };
    const saved = await tx.query
      .insertInto('date_owners')
      .values({ thing: key, ...content })
      .onConflict((conflict) =>
        conflict.column('thing').doUpdateSet(content).where('date_owners.version', '=', version),
      )
      .returning('version')
      .executeTakeFirst();
    if (!saved) throw await stale(tx, key);
    await noteActivity(tx, actor, 'changed in', 'handover', key, thing.title);
    tx.changed('handover', key);
    return { version: version + 1 };
  });
}

async function stale(tx: Writer, key: string): Promise<Stale> {
  const { version = 0, ...typed } = (await listChosenOwners(tx)).get(key) ?? { owner: '', secondOwner: '' };
  const current = { key, typed, version };
  return new Stale(current);
}
