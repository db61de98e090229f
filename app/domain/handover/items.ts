import { countRows, type Database, type Reader, type Writer } from '../../db/db.server.ts';
import type { HandoverItemRow } from '../../db/tables.ts';
import { noteActivity } from '../activity.ts';
import { checkInput } from '../check-input.ts';
import { NotFound, Rejected, Stale } from '../errors.ts';
import { newKey } from '../keys.ts';
import type { RecordUpdate } from '../record-changes/save.ts';
import { addOnce, type Once } from '../records/add-once.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { listRoles } from '../users/accounts.ts';
import type { z } from '../zod.ts';
import { itemInput } from './item-input.ts';
import { findOwner, type Owner } from './owner.ts';

/** Something that is handed over besides the site: an account elsewhere, a key, the bank. */
export interface HandoverItem {
  key: string;
  title: string;
  owner: string;
  secondOwner: string;
  /** 'YYYY-MM-DD'; empty if it has no end. */
  endsOn: string;
  isDone: boolean;
  version: number;
}

export interface ListedItem extends HandoverItem {
  /** Each is undefined if nobody was chosen. */
  owners: [first: Owner | undefined, second: Owner | undefined];
}

const MOST_ITEMS = 200;
const GONE = 'This item has since been removed. Copy what you still need, then close the dialog.';

export async function listItems(db: Reader, actor: Actor | null): Promise<ListedItem[]> {
  requireCapability(actor, 'manage the club');
  const [items, people] = await Promise.all([readItems(db), listRoles(db)]);
  return items.map((item) => ({
    ...item,
    owners: [findOwner(item.owner, people), findOwner(item.secondOwner, people)],
  }));
}

/** For the site and its operator, so it checks no permission. */
export async function readItems({ query }: Reader): Promise<HandoverItem[]> {
  const rows = await query.selectFrom('handover_items').selectAll().orderBy('created_at').orderBy('key').execute();
  return rows.map(toItem);
}

/** @throws NotAllowed; Rejected with a message per field, or if there are too many. */
export async function addItem(
  db: Database,
  actor: Actor | null,
  input: unknown,
  { once }: Once = {},
): Promise<{ key: string }> {
  requireCapability(actor, 'manage the club');
  const content = checkInput(itemInput, input);
  const { title } = content;
  const now = Date.now();
  const row = { key: newKey(now), ...columnsOf(content), is_done: 0, version: 0, created_at: now };
  return db.write(async (tx) => {
    const addition = { once, target: 'handover', noun: 'item', content, makes: row.key };
    const key = await addOnce(tx, addition, async () => {
      if ((await countRows(tx.query.selectFrom('handover_items'))) >= MOST_ITEMS)
        throw new Rejected(`There are ${MOST_ITEMS} items on the list, the most it can hold: remove some first.`);
      await tx.query.insertInto('handover_items').values(row).execute();
      await noteActivity(tx, actor, 'added to', 'handover', row.key, title);
      tx.changed('handover', row.key);
    });
    return { key };
  });
}

/** @throws NotAllowed, NotFound, Rejected with a message per field, Stale when someone else saved it meanwhile. */
export async function updateItem(
  db: Database,
  actor: Actor | null,
  { key, version, input }: RecordUpdate,
): Promise<{ version: number }> {
  requireCapability(actor, 'manage the club');
  const content = checkInput(itemInput, input);
  const { title } = content;
  return db.write(async (tx) => {
    const saved = await tx.query
      .updateTable('handover_items')
      .set({ ...columnsOf(content), version: version + 1 })
      .where('key', '=', key)
      .where('version', '=', version)
      .returning('key')
      .executeTakeFirst();
    if (!saved) throw new Stale(toItem(await findItem(tx, key)));
    await noteActivity(tx, actor, 'changed in', 'handover', key, title);
    tx.changed('handover', key);
    return { version: version + 1 };
  });
}

/** Keeps the version, so that somebody who is editing the item can still save. @throws NotAllowed, NotFound */
export async function tickItem(db: Database, actor: Actor | null, key: string, isDone: boolean): Promise<void> {
  requireCapability(actor, 'manage the club');
  await db.write(async (tx) => {
    const ticked = await tx.query
      .updateTable('handover_items')
      .set({ is_done: isDone ? 1 : 0 })
      .where('key', '=', key)
      .returning('key')
      .executeTakeFirst();
    if (!ticked) throw new NotFound(GONE);
    tx.changed('handover', key);
  });
}

/** @throws NotAllowed, NotFound */
export async function removeItem(db: Database, actor: Actor | null, key: string): Promise<void> {
  requireCapability(actor, 'manage the club');
  await db.write(async (tx) => {
    const { title } = await findItem(tx, key);
    await tx.query.deleteFrom('handover_items').where('key', '=', key).execute();
    await noteActivity(tx, actor, 'removed from', 'handover', key, title);
    tx.changed('handover', key);
  });
}

async function findItem({ query }: Writer, key: string): Promise<HandoverItemRow> {
  const row = await query.selectFrom('handover_items').selectAll().where('key', '=', key).executeTakeFirst();
  if (!row) throw new NotFound(GONE);
  return row;
}

function columnsOf({ title, owner, secondOwner, endsOn }: z.output<typeof itemInput>) {
  return { title, owner, second_owner: secondOwner, ends_on: endsOn };
}

function toItem(row: HandoverItemRow): HandoverItem {
  const { key, title, owner, second_owner: secondOwner, ends_on: endsOn, is_done: done, version } = row;
  return { key, title, owner, secondOwner, endsOn, isDone: done !== 0, version };
}
