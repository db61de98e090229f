import { withUsualSpaces } from '../../html/usual-spaces.ts';
import { withoutNeutralising } from '../csv.ts';
import { Rejected } from '../errors.ts';
import type { Table, TableRow } from './read-table.ts';

export interface Column<Name extends string = string> {
  name: Name;
  label: string;
  /** Headings that name this column, in any case and with any marks between the words. */
  headings: readonly string[];
}

/** The index of each column in the file; a missing column is read as empty. */
export type Places<Name extends string = string> = Partial<Record<Name, number>>;

/** What a dialog shows of a file, so that somebody can say which column is which. */
export interface FoundColumns {
  found: { heading: string; example: string }[];
  columns: Pick<Column, 'name' | 'label'>[];
  places: Places;
}

/** More columns than anybody would look through. */
const MOST_COLUMNS = 200;
const LONGEST_SHOWN = 60;

/** A heading that matches word for word wins over one that only matches without its part in brackets. */
export function findPlaces<Name extends string>(headings: string[], columns: readonly Column<Name>[]): Places<Name> {
  const places: Places<Name> = {};
  const taken = new Set<number>();
  for (const wordsOf of [comparable, (heading: string) => comparable(heading.replaceAll(/\([^()]*\)/g, ''))]) {
    const words = headings.map(wordsOf);
    for (const column of columns) {
      if (places[column.name] !== undefined) continue;
      const known = new Set(column.headings.map(comparable));
      const at = words.findIndex((word, place) => !taken.has(place) && known.has(word));
      if (at < 0) continue;
      places[column.name] = at;
      taken.add(at);
    }
  }
  return places;
}

/** @throws Rejected if a known heading appears twice: nobody can say which one is meant. */
export function requireDifferent(headings: string[], columns: readonly Column[]): void {
  const known = new Set(columns.flatMap((column) => column.headings.map(comparable)));
  const twice = headings.find((heading, at) => {
    const word = comparable(heading);
    return known.has(word) && headings.findIndex((other) => comparable(other) === word) < at;
  });
  if (twice !== undefined)
    throw new Rejected(
      `Two columns are headed ‘${shortened(twice)}’. Please remove one of them, or give it another name.`,
    );
}

/** Keeps only letters and digits, without accents: 'E-Mail' becomes 'email'. */
function comparable(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

export function cellAt(cells: string[], place: number | undefined): string {
  return place === undefined ? '' : withUsualSpaces(withoutNeutralising(cells[place] ?? '')).trim();
}

export function foundColumns({ headings, rows }: Table, places: Places, columns: readonly Column[]): FoundColumns {
  const found = headings.slice(0, MOST_COLUMNS).map((heading, at) => ({
    heading: shortened(heading),
    example: shortened(rows.map(({ cells }: TableRow) => cellAt(cells, at)).find((cell) => cell !== '') ?? ''),
  }));
  return { found, places, columns: columns.map(({ name, label }) => ({ name, label })) };
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN).toWellFormed().trimEnd()}…` : line;
}
