import { inChunks, type Reader, type Writer } from '../../../db/db.server.ts';
import type { EntryRow } from '../../../db/tables.ts';
import { hasLimits } from '../../forms/option-places.ts';
import { eraseEntries, putImported, type ImportDecision } from '../carry-out.ts';
import { ticketOf } from '../draw/tickets.ts';
import { remindAgainAt } from '../payments/bill.ts';
import { giveReferences } from '../payments/references.ts';
import { lockForm } from '../standing.ts';

/** Databases limit the parameters of a statement. */
const AT_ONCE = 250;

/** Imports responses. Each gets the state that the file says; responses that are not in the file stay. */
export async function importEntries(tx: Writer, rows: EntryRow[], now: number): Promise<void> {
  for (const [id, all] of groupInLockOrder(await withOwnReferences(tx, rows))) {
    const { form } = await lockForm(tx, id);
    const some = await withTimeToPay(tx, id, all, now);
    await putImported(tx, form, decideImport(some, { drawn: await findDrawnEntries(tx, id, some) }));
    if (showsPlaces(some, hasLimits(form.fields))) tx.changed('places', '');
  }
}

/** If the file takes back somebody’s payment, they get as much time to pay as if an officer had undone it. */
async function withTimeToPay(tx: Reader, id: string, rows: EntryRow[], now: number): Promise<EntryRow[]> {
  const owing = rows.filter((row) => row.paid_on === null && row.owes !== null && row.state === 'going');
  const paid = new Set<string>();
  for (const part of inChunks(owing, AT_ONCE)) {
    const keys = part.map(({ key }) => key);
    const known = tx.query.selectFrom('entries').select('key').where('form_id', '=', id).where('key', 'in', keys);
    for (const { key } of await known.where('paid_on', 'is not', null).execute()) paid.add(key);
  }
  if (paid.size === 0) return rows;
  const form = tx.query.selectFrom('forms').select('pay_within_days as days').where('id', '=', id);
  const days = (await form.executeTakeFirst())?.days ?? null;
  return rows.map((row) =>
    paid.has(row.key) && row.remind_to_pay_at === null
      ? { ...row, remind_to_pay_at: remindAgainAt(row.pay_by, days, now) }
      : row,
  );
}

/** Removes responses that are missing from a file that replaces everything. */
export async function forgetEntries(tx: Writer, rows: EntryRow[]): Promise<void> {
  for (const [id, some] of groupInLockOrder(rows)) {
    const { form } = await lockForm(tx, id);
    await eraseEntries(
      tx,
      id,
      some.map(({ key }) => key),
    );
    if (showsPlaces(some, hasLimits(form.fields))) tx.changed('places', '');
  }
}

/** Forms are always locked in the same order, so that two writes never wait for each other. */
function groupInLockOrder(rows: EntryRow[]): [form: string, rows: EntryRow[]][] {
  return [...Map.groupBy(rows, ({ form_id: form }) => form)].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Whether pages show places or options that some of these rows take. */
function showsPlaces(rows: EntryRow[], isLimited: boolean): boolean {
  return isLimited || rows.some(({ state }) => state !== null);
}

type DrawnEntry = Pick<EntryRow, 'key' | 'state' | 'since'>;

/** What the draw gave to the people in the file; undefined until it is held. */
async function findDrawnEntries({ query }: Reader, id: string, rows: EntryRow[]): Promise<DrawnEntry[] | undefined> {
  const form = query.selectFrom('forms').select('id').where('id', '=', id).where('drawn_at', 'is not', null);
  if (!(await form.executeTakeFirst())) return undefined;
  const drawnEntries: DrawnEntry[] = [];
  for (const part of inChunks(rows, AT_ONCE)) {
    const known = query.selectFrom('entries').select(['key', 'state', 'since']).where('form_id', '=', id);
    drawnEntries.push(
      ...(await known
        .where(
          'key',
          'in',
          part.map(({ key }) => key),
        )
        .execute()),
    );
  }
  return drawnEntries;
}

/**
 * - A form has each address once: the last row that names it gets it, ahead of anybody who has it already. Unconfirmed
 *   sign-ups may name it as well.
 * - A file from before the draw changes no result: everybody stays where the draw has put them.
 * - A form has each ticket once: the last row that names it gets it. Everyone in a draw has a ticket.
 */
function decideImport(rows: EntryRow[], { drawn }: { drawn: DrawnEntry[] | undefined }): ImportDecision {
  const known = new Map(drawn?.map((one) => [one.key, one]));
  const [addresses, tickets] = [new Set<string>(), new Set<string>()];
  const entries = rows.toReversed().map((read) => {
    if (read.state === null) return read;
    const one = { ...read, ...(drawn && read.state === 'entered' && resultOfDraw(known.get(read.key))) };
    if (one.state !== 'unconfirmed') one.email = claim(addresses, one.email);
    one.ticket = claim(tickets, one.ticket);
    if (one.state === 'entered') one.ticket ??= claim(tickets, ticketOf(one.form_id, one.key));
    return one;
  });
  return { rows: entries.toReversed(), addresses: [...addresses], tickets: [...tickets] };
}

function resultOfDraw(known: DrawnEntry | undefined): Partial<EntryRow> {
  return known?.state ? { state: known.state, since: known.since } : { state: 'waiting' };
}

/** null if a later row of the file has it. */
function claim(taken: Set<string>, wanted: string | null): string | null {
  if (wanted === null || taken.has(wanted)) return null;
  taken.add(wanted);
  return wanted;
}

/**
 * Rows whose reference is somebody else's, in the database or earlier in the file, each with the sentence to report.
 */
export async function findTakenReferences(tx: Reader, rows: EntryRow[]): Promise<Map<EntryRow, string>> {
  const idOf = ({ form_id: form, key }: Pick<EntryRow, 'form_id' | 'key'>) => `${form}/${key}`;
  const holders = new Map<string, string>();
  const named = rows.flatMap(({ reference }) => reference ?? []);
  for (const part of inChunks([...new Set(named)], AT_ONCE)) {
    const known = tx.query.selectFrom('entries').select(['form_id', 'key', 'reference']);
    for (const row of await known.where('reference', 'in', part).execute()) holders.set(row.reference ?? '', idOf(row));
    const nameless = tx.query.selectFrom('nameless_payments').select('reference').where('reference', 'in', part);
    for (const { reference } of await nameless.execute()) holders.set(reference, '');
  }
  const taken = new Map<EntryRow, string>();
  for (const row of rows) {
    if (!row.reference) continue;
    const holder = holders.get(row.reference);
    if (holder === undefined) holders.set(row.reference, idOf(row));
    else if (holder !== idOf(row))
      taken.set(row, `${row.reference} is somebody else’s reference: this entry gets one of its own`);
  }
  return taken;
}

/**
 * Gives a new reference to everyone who owes and has none, or has somebody else's. Rows that an earlier version put in
 * the trash hold nothing about money.
 */
export async function withOwnReferences(tx: Reader, rows: EntryRow[]): Promise<EntryRow[]> {
  const taken = await findTakenReferences(tx, rows);
  const isMissing = (row: EntryRow) => taken.has(row) || (!row.reference && Boolean(row.owes));
  const references = await giveReferences(tx, rows.filter(isMissing).length);
  return rows.map((row) => (isMissing(row) ? { ...row, reference: references.shift() ?? null } : row));
}
