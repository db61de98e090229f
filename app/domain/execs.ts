import type { Reader } from '../db/db.server.ts';
import { nameOfYear, SEPTEMBER } from '../time/club-year.ts';
import { defineRecord, toRecord, type RecordIn, type RowIn } from './records/define.ts';
import { flag, image, month, requiredName, requireOrder, text } from './records/fields.ts';
import type { ImageView } from './files/image-view.ts';
import { viewImages } from './files/view-images.ts';
import { z } from './zod.ts';

export const EXEC_TITLES = ['Co-President', 'President', 'Vice President', 'Treasurer', 'Executive'] as const;

export const execs = defineRecord({
  topic: 'exec',
  table: 'execs',
  title: ({ name }) => name,
  fields: {
    name: requiredName('name'),
    title: text({
      label: 'Title',
      input: z.enum(EXEC_TITLES, 'Please choose one of the titles'),
      defaultValue: 'Executive',
    }),
    description: text({
      label: 'Description',
      input: z.string('must be a text').trim().max(5000, 'A description can have 5,000 characters at most'),
    }),
    isCurrentExec: flag({
      label: 'Currently an exec?',
      column: 'is_current',
      input: z.boolean('must be ticked or not'),
      defaultValue: true,
    }),
    image: image({ label: 'Upload Image' }),
    since: month({ label: 'From' }),
    until: month({ label: 'Until' }),
  },
  async check({ since, until }) {
    requireOrder(since, until);
  },
});

export type Exec = RecordIn<typeof execs>;

declare module '../db/tables.ts' {
  interface Tables {
    execs: RowIn<typeof execs>;
  }
}

export async function listExecs(db: Reader, current: boolean): Promise<Exec[]> {
  const rows = await db.query
    .selectFrom('execs')
    .selectAll()
    // An exec whose record does not say is current.
    .where((is) =>
      current ? is.or([is('is_current', '=', 1), is('is_current', 'is', null)]) : is('is_current', '=', 0),
    )
    .orderBy('key')
    .execute();
  return rows.map((row) => toRecord(execs, row));
}

export function execName(name: string): string {
  return name || 'Unnamed';
}

export interface ExecCard {
  key: string;
  name: string;
  title: string;
  description: string;
  image: ImageView | null;
}

export interface ExecTableRow extends Exec {
  portrait: ImageView | null;
}

export async function viewExecCards(db: Reader, shown: Exec[]): Promise<ExecCard[]> {
  const portraits = await findPortraits(db, shown);
  return shown.map((exec) => ({
    key: exec.key,
    name: execName(exec.name),
    title: exec.title,
    description: exec.description,
    image: portraits.get(exec) ?? null,
  }));
}

export async function viewExecTables(db: Reader): Promise<{ current: ExecTableRow[]; previous: ExecTableRow[] }> {
  const [current, previous] = await Promise.all([listExecs(db, true), listExecs(db, false)]);
  const portraits = await findPortraits(db, [...current, ...previous]);
  const withPortrait = (exec: Exec) => ({ ...exec, portrait: portraits.get(exec) ?? null });
  return { current: current.map(withPortrait), previous: previous.map(withPortrait) };
}

export interface ExecYear {
  /** '2025–2026', or 'Earlier' for execs without an end. */
  name: string;
  execs: ExecCard[];
}

/**
 * Previous executives by the academic year in which their term ended, newest first; empty if none of them has an end.
 */
export async function viewExecYears(db: Reader, previous: Exec[], startsIn = SEPTEMBER): Promise<ExecYear[]> {
  if (!previous.some(({ until }) => until)) return [];
  const cards = await viewExecCards(db, previous);
  const years = Map.groupBy(cards, (_card, at) => academicYear(previous[at]?.until ?? '', startsIn));
  return [...years]
    .toSorted(([one], [other]) => (one === null ? 1 : other === null ? -1 : other - one))
    .map(([year, execs]) => ({ name: year === null ? 'Earlier' : nameOfYear(year, startsIn), execs }));
}

/** The year in which the academic year of `month` began; null if there is no month. */
function academicYear(month: string, startsIn: number): number | null {
  const [year, inYear] = month.split('-').map(Number);
  if (!year || !inYear) return null;
  return inYear >= startsIn ? year : year - 1;
}

function findPortraits(db: Reader, shown: Exec[]): Promise<Map<Exec, ImageView>> {
  return viewImages(db, shown, ({ image: portrait }) => portrait);
}
