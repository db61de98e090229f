import { checkSyntax, readRecords, type JsonSource, type FoundRecord } from './read-json.ts';
import type { Database, Writer } from '../db/db.server.ts';
import { noteErasure } from '../db/erasures.ts';
import { publicEvents } from '../domain/events/visibility.ts';
import { nearestName } from '../domain/nearest-name.ts';
import type { MailingClub } from '../domain/mail/mail.ts';
import { countIn } from '../domain/sign-ups/places.ts';
import { forgetFormerCounts } from '../domain/looking-back/counts.ts';
import { forgetPeople } from '../domain/looking-back/people.ts';
import { skipReminders } from '../domain/sign-ups/reminders.ts';
import { skipQuestions } from '../domain/sign-ups/still-coming.ts';
import { ANY_CURRENCY } from '../domain/money.ts';
import { moveUp } from '../domain/sign-ups/commands/move-up.ts';
import { givesUpUnpaid, keepUnpaidPlacesAfterImport, listFormsGivingUp } from '../domain/sign-ups/commands/unpaid.ts';
import { leftOutReason } from '../domain/sign-ups/payments/unpaid-places-sentences.ts';
import { isRecordInTrash } from '../domain/trash.ts';
import { BadValue } from './fields.ts';
import type { Attach } from './files.ts';
import { Batch, type ImportCounts } from './batch.ts';
import { COLLECTIONS, COUNTS, OTHERS } from './collections/all.ts';

/** Idempotent. A bad record is refused and the rest is imported. @throws Unreadable before anything is written. */
export async function importRecords(
  db: Database,
  source: JsonSource,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const progress: ImportProgress = { phase: 'checking', bytes: 0, records: 0 };
  const onBytes = (bytes: number) => {
    progress.bytes += bytes;
    options.onProgress?.(progress);
  };
  await checkSyntax(source, onBytes);
  progress.phase = 'importing';
  progress.bytes = 0;
  const run = new ImportRun(db, options);
  for await (const record of readRecords(source, onBytes)) {
    await run.take(options.revise ? options.revise(record) : record);
    progress.records++;
  }
  await run.finish();
  return run.summary();
}

/** Small enough that a write of the running site never waits long. */
const RECORDS_PER_WRITE = 250;

export interface ImportOptions {
  /**
   * Removes what the file does not have. Users are removed only if the file has some, so that nobody is locked out; counts
   * and former forms likewise, as older files have none.
   */
  replace?: boolean;
  attach?: Attach;
  revise?: (record: FoundRecord) => FoundRecord;
  /**
   * Needed if somebody waits, because they move up to places that the file adds or frees, and get a mail. Also needed to tell
   * whether a day has begun at the club.
   */
  club?: () => Promise<MailingClub>;
  onRefused?: (path: string, reason: string) => void;
  /** Called for an unknown collection whose name is nearly that of a known one. */
  onMistyped?: (name: string, nearest: string) => void;
  onProgress?: (progress: ImportProgress) => void;
  /** Epoch milliseconds. */
  now?: number;
}

export interface ImportProgress {
  /** The file is read twice: first to check it, then to import it. */
  phase: 'checking' | 'importing';
  bytes: number;
  records: number;
}

export type ImportSummary = Record<string, ImportCounts>;

class ImportRun {
  readonly #db: Database;
  readonly #options: ImportOptions;
  readonly #now: number;
  readonly #batches: Map<string, Batch>;
  readonly #others: Batch;
  readonly #formsInFile = new Set<string>();
  /** The forms that the file has, or has responses to, by id: whether they are new, and gave up unpaid places before. */
  readonly #forms = new Map<string, { isNew: boolean; gaveUp: boolean }>();
  #unknown: string | undefined;
  #taken = 0;
  /** The collections in the file. */
  readonly #named = new Set<string>();

  constructor(db: Database, options: ImportOptions) {
    const noteKeys = options.replace ?? false;
    this.#db = db;
    this.#options = options;
    this.#now = options.now ?? Date.now();
    this.#others = new Batch(OTHERS, { noteKeys });
    const batches = [...COLLECTIONS].map(([name, known]) => [name, new Batch(known, { noteKeys })] as const);
    this.#batches = new Map(batches);
  }

  async take(record: FoundRecord): Promise<void> {
    if (record.value === null) return;
    const [collection = ''] = record.keys;
    const known = this.#batches.get(collection);
    if (!known) this.#suggest(collection);
    const batch = known ?? this.#others;
    const refuse = (path: string, reason: string) => {
      batch.counts.refused++;
      this.#options.onRefused?.(path, reason);
    };
    try {
      await batch.add({ ...this.#placed(record), refuse }, this.#options.attach);
      this.#named.add(collection);
      if (collection === 'form') this.#formsInFile.add(record.keys[1] ?? '');
      if (collection === 'form' || collection === 'entry') await this.#noteForm(record.keys[1] ?? '');
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      refuse(error.path, error.reason);
    }
    if (++this.#taken % RECORDS_PER_WRITE === 0) await this.#write();
  }

  async finish(): Promise<void> {
    await this.#write(!this.#options.replace);
    if (!this.#options.replace) return;
    const hasUsers = this.#named.has('user');
    const hasCounts = COUNTS.some((name) => this.#named.has(name));
    const left = [...['user', 'formerForm'].filter((name) => !this.#named.has(name)), ...(hasCounts ? [] : COUNTS)];
    const spared = new Set(left.map((name) => this.#batches.get(name)));
    for (const batch of this.#all) {
      if (spared.has(batch)) continue;
      while (await this.#db.write((tx) => batch.removeSomeUnseen(tx, this.#now)));
    }
    await this.#db.write(hasCounts ? forgetPeople : forgetFormerCounts);
    await this.#db.write((tx) => this.#fillPlaces(tx));
    if (hasUsers) await this.#db.write(endSessionsWithoutUser);
    await this.#db.write(noteErasure);
    await this.#db.forgetTraces();
  }

  summary(): ImportSummary {
    const counts = [...this.#batches].map(([name, batch]) => [name, batch.counts] as const);
    return { ...Object.fromEntries(counts), others: this.#others.counts };
  }

  /** Suggests a name once, because the records of a collection follow each other. */
  #suggest(collection: string): void {
    if (collection === this.#unknown) return;
    this.#unknown = collection;
    const nearest = nearestName(collection, this.#batches.keys());
    if (nearest !== undefined) this.#options.onMistyped?.(collection, nearest);
  }

  get #all() {
    return [...this.#batches.values(), this.#others];
  }

  async #write(isLast = false): Promise<void> {
    const filled = this.#all.filter(({ size }) => size > 0);
    if (filled.length === 0 && !isLast) return;
    await this.#db.write(async (tx) => {
      const gaveUp = await listFormsGivingUp(tx);
      for (const batch of filled) await batch.flush(tx, { now: this.#now, club: this.#options.club });
      await skipReminders(tx, ({ savedAt }) => savedAt.includes(this.#now));
      await skipQuestions(tx, ({ savedAt }) => savedAt.includes(this.#now));
      await this.#keepUnpaid(tx, gaveUp);
      if (isLast) await this.#fillPlaces(tx);
    });
  }

  async #noteForm(id: string): Promise<void> {
    if (this.#forms.has(id)) return;
    const row = await this.#db.query.selectFrom('forms').select('id').where('id', '=', id).executeTakeFirst();
    const gaveUp = row !== undefined && (await givesUpUnpaid(this.#db, id, this.#now));
    this.#forms.set(id, { isNew: row === undefined, gaveUp });
  }

  /**
   * A file may bring back an event, or its ‘Give up unpaid places’. Nobody could be expected to pay meanwhile, so nobody
   * loses a place by it (docs/product.md 13). People who are new here get the state that the file says.
   */
  async #keepUnpaid(tx: Writer, gaveUpBefore: string[]): Promise<void> {
    const mayLose = async (id: string) => {
      const before = this.#forms.get(id);
      return !before || before.gaveUp || (before.isNew && !(await isEventOfFormInTrash(tx, id)));
    };
    const forms = this.#batches.get('form');
    // If the file has the form itself, the file decides about this setting.
    const gaveUp = gaveUpBefore.filter((id) => !this.#formsInFile.has(id));
    for (const [id, late] of await keepUnpaidPlacesAfterImport(tx, { mayLose, gaveUp }, this.#now)) {
      if (forms) forms.counts.refused++;
      this.#options.onRefused?.(`form/${id}/giveUpUnpaid`, leftOutReason(late));
    }
  }

  /**
   * Runs once the whole file is imported, because its places and people may be far apart. A new form is as the file says. In
   * one that existed before, people who wait move up into free places.
   */
  async #fillPlaces(tx: Writer): Promise<void> {
    const { club } = this.#options;
    if (!club) return;
    const changed = new Set(this.#all.flatMap(({ changedForms }) => [...changedForms]));
    for (const id of [...changed].toSorted()) {
      // The file may have an event without its form, which then existed before.
      const isNew = this.#forms.get(id)?.isNew === true;
      if (!isNew && (await countIn(tx, id, 'waiting')) > 0) await moveUp(tx, await club(), id);
    }
  }

  async #currency(): Promise<string> {
    return (await this.#options.club?.())?.currency ?? ANY_CURRENCY;
  }

  #placed({ keys, value, tooDeep }: FoundRecord) {
    const path = keys.join('/');
    const [collection = '', first, second] = keys;
    checkKeys(keys, path);
    if (tooDeep) throw new BadValue(path, 'is nested too deeply');
    const place = { value, path, now: this.#now, currency: () => this.#currency() };
    const known = COLLECTIONS.get(collection);
    if (!known) return { ...place, parent: collection, key: first ?? '' };
    if (known.only !== undefined) return { ...place, parent: '', key: known.only };
    if (first === undefined) throw new BadValue(path, 'must be an object that holds records by key');
    if (collection !== 'entry') return { ...place, parent: '', key: first };
    if (second === undefined) throw new BadValue(path, 'must be an object that holds entries by key');
    return { ...place, parent: first, key: second };
  }
}

async function isEventOfFormInTrash(tx: Writer, formId: string): Promise<boolean> {
  const events = await publicEvents(tx).select('key').where('form_id', '=', formId).execute();
  for (const { key } of events) if (await isRecordInTrash(tx, key)) return true;
  return false;
}

async function endSessionsWithoutUser({ query }: Writer): Promise<void> {
  await query
    .deleteFrom('sessions')
    .where('uid', 'not in', (users) => users.selectFrom('users').select('uid'))
    .execute();
}

const LONGEST = 128;
/** The most characters of a form's id and an entry's key together that fit into the notice of a change. */
const LONGEST_PAIR = 160;
/** Characters that a realtime database does not allow in a key either. */
const FORBIDDEN = /[.#$[\]/\p{Cc}]/u;

/** Lengths are in bytes of JSON, because keys have to fit into the notice of a change. @throws BadValue */
function checkKeys(keys: string[], path: string): void {
  for (const key of keys) {
    if (key === '') throw new BadValue(path, 'has an empty key');
    if (FORBIDDEN.test(key) || !key.isWellFormed()) {
      throw new BadValue(path, 'has a key with one of . # $ [ ] / or a control character');
    }
    if (bytes(key) > LONGEST) throw new BadValue(path, `has a key longer than ${LONGEST} bytes`);
  }
  if (bytes(keys.join('/')) > LONGEST_PAIR) throw new BadValue(path, `has keys longer than ${LONGEST_PAIR} bytes`);
}

function bytes(key: string): number {
  return Buffer.byteLength(JSON.stringify(key)) - 2;
}
