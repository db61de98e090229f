import type { Writer } from '../db/db.server.ts';
import type { FileRow } from '../db/tables.ts';
import { Rejected } from '../domain/errors.ts';
import { forgetUses, noteUses } from '../domain/file-uses/file-uses.ts';
import { attachFiles, attachNamedFiles, type Attach } from './files.ts';
import type { Collection, ImportMoment, IncomingRecord, RowColumns } from './collection.ts';
import { remove, selectPage, selectSame, upsert } from './rows.ts';

export interface ImportCounts {
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
  removed: number;
}

type RowsById = Map<string, RowColumns>;

const REMOVED_AT_ONCE = 500;

export class Batch {
  readonly counts: ImportCounts = { added: 0, changed: 0, unchanged: 0, refused: 0, removed: 0 };
  /** Forms whose number of places may have changed. */
  readonly changedForms = new Set<string>();
  readonly #collection: Collection<RowColumns>;
  readonly #rows = new Map<string, RowColumns>();
  readonly #refuse = new Map<string, (reason: string, field?: string) => void>();
  /** Who in the file has what nobody else can have. */
  readonly #owners = new Map<string, string>();
  #files: FileRow[] = [];
  readonly #seen: Set<string> | undefined;
  #checkedUpTo: RowColumns | undefined;

  constructor(collection: Collection<RowColumns>, options: { noteKeys: boolean }) {
    this.#collection = collection;
    this.#seen = options.noteKeys ? new Set() : undefined;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** If two records have the same key, the later one wins. @throws BadValue */
  async add(record: IncomingRecord, attach: Attach | undefined): Promise<void> {
    const row = await this.#collection.read(record);
    const id = this.#idOf(row);
    this.#refuse.set(id, (reason, field) =>
      record.refuse(field === undefined ? record.path : `${record.path}/${field}`, reason),
    );
    this.#rows.set(id, attach ? await this.#attach(row, record, attach) : row);
    // A copy, because a key that was read is a slice of the file and would keep all of it in memory.
    this.#seen?.add(Buffer.from(id).toString());
  }

  async flush(tx: Writer, moment: ImportMoment): Promise<void> {
    const incoming = this.#withoutClashes([...this.#rows.values()]);
    const known = await selectSame(tx, this.#collection, incoming);
    const before = new Map(known.map((row) => [this.#idOf(row), row]));
    const changed = await this.#withoutRefused(tx, this.#changed(incoming, before), (id) => before.has(id));
    for (const [row, reason] of (await this.#collection.amendments?.(tx, changed)) ?? [])
      this.#refuse.get(this.#idOf(row))?.(reason);
    if (this.#collection.changes) await this.#collection.changes.save(tx, changed, moment.now);
    else await this.#save(tx, changed, before, moment);
    this.#noteForms(changed);
    if (this.#files.length > 0) await insertFiles(tx, this.#files);
    this.#rows.clear();
    this.#refuse.clear();
    this.#files = [];
  }

  async removeSomeUnseen(tx: Writer, now: number): Promise<boolean> {
    const page = await selectPage(tx, this.#collection, this.#checkedUpTo, REMOVED_AT_ONCE);
    const unseen = page.filter((row) => !this.#seen?.has(this.#idOf(row)));
    if (this.#collection.changes) await this.#collection.changes.remove(tx, unseen, now);
    else await this.#remove(tx, unseen);
    this.#noteForms(unseen);
    this.counts.removed += unseen.length;
    this.#checkedUpTo = page.at(-1);
    return page.length === REMOVED_AT_ONCE;
  }

  #noteForms(rows: RowColumns[]): void {
    for (const row of rows) {
      const form = this.#collection.formOf?.(row);
      if (form) this.changedForms.add(form);
    }
  }

  async #withoutRefused(tx: Writer, rows: RowColumns[], isKnown: (id: string) => boolean): Promise<RowColumns[]> {
    const refused = await this.#collection.refusals?.(tx, rows);
    for (const [row, reason] of refused ?? []) {
      const id = this.#idOf(row);
      this.counts[isKnown(id) ? 'changed' : 'added']--;
      this.#refuse.get(id)?.(reason);
    }
    return rows.filter((row) => !refused?.has(row));
  }

  #idOf(row: RowColumns): string {
    return this.#collection.keys.map((key) => row[key]).join('/');
  }

  async #save(tx: Writer, rows: RowColumns[], before: RowsById, moment: ImportMoment): Promise<void> {
    const collection = this.#collection;
    await collection.prepare?.(tx, rows, moment);
    await upsert(tx, collection, rows, moment.now);
    if (collection.topic) await noteUses(tx, collection.topic, rows);
    await this.#notify(tx, rows, before);
  }

  async #remove(tx: Writer, rows: RowColumns[]): Promise<void> {
    const collection = this.#collection;
    const ids = rows.map((row) => this.#idOf(row));
    await collection.beforeRemoval?.(tx, rows);
    await remove(tx, collection, rows);
    if (collection.topic) await forgetUses(tx, collection.topic, ids);
    await this.#notify(tx, rows);
  }

  async #notify(tx: Writer, rows: RowColumns[], before?: RowsById): Promise<void> {
    const collection = this.#collection;
    if (!collection.topic) return;
    if (collection.notify) {
      await collection.notify(tx, rows);
      return;
    }
    for (const row of rows) {
      const id = this.#idOf(row);
      const { topic, key } = collection.changeOf?.(row, before?.get(id)) ?? { topic: collection.topic, key: id };
      tx.changed(topic, key);
    }
  }

  #withoutClashes(rows: RowColumns[]): RowColumns[] {
    const refuse = (row: RowColumns, field: string, reason: string) =>
      this.#refuse.get(this.#idOf(row))?.(reason, field);
    return this.#collection.withoutClashes?.(rows, this.#owners, refuse) ?? rows;
  }

  #changed(rows: RowColumns[], known: Map<string, RowColumns>): RowColumns[] {
    const collection = this.#collection;
    const changed: RowColumns[] = [];
    for (const incoming of rows) {
      const id = this.#idOf(incoming);
      const before = known.get(id);
      const after = before && collection.merge ? collection.merge(before, incoming) : incoming;
      const isSame = before && JSON.stringify(collection.write(before)) === JSON.stringify(collection.write(after));
      this.counts[isSame ? 'unchanged' : before ? 'changed' : 'added']++;
      if (!isSame) changed.push(after);
    }
    return changed;
  }

  /** Leaves out a file that cannot be stored, and reports it. */
  async #attach(row: RowColumns, { path, refuse }: IncomingRecord, attach: Attach): Promise<RowColumns> {
    let attached = row;
    for (const column of this.#collection.files?.(row) ?? []) {
      const stored = row[column];
      if (typeof stored !== 'string') continue;
      const isText = this.#collection.texts?.includes(column) ?? false;
      const result = await (isText ? attachNamedFiles : attachFiles)(stored, attach).catch((error: unknown) => {
        if (!(error instanceof Rejected)) throw error;
        refuse(path, error.message);
        return { stored: isText ? stored : null, rows: [] };
      });
      attached = { ...attached, [column]: result.stored };
      this.#files.push(...result.rows);
    }
    return attached;
  }
}

async function insertFiles({ query }: Writer, files: FileRow[]): Promise<void> {
  await query
    .insertInto('files')
    .values(files)
    .onConflict((conflict) => conflict.column('guid').doNothing())
    .execute();
}
