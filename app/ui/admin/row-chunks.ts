/** About as many as fit on one or two screens. */
export const ROWS_PER_CHUNK = 60;

/** Up to this many rows, all are drawn at once, so that the browser's own search finds them. */
export const MOST_ROWS_DRAWN_AT_ONCE = 240;

export function rowChunks<Row>(rows: readonly Row[]): (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_CHUNK) }, (_, at) =>
    rows.slice(at * ROWS_PER_CHUNK, (at + 1) * ROWS_PER_CHUNK),
  );
}

interface GroupedChunk<Row> {
  rows: readonly Row[];
  /** The group's name on its first chunk, if the group has more than one row; otherwise empty. */
  heading: string;
  /** The number of rows before this chunk. */
  before: number;
  key: string;
}

/** A chunk never mixes two groups. Rows of one group have to be adjacent. */
export function groupedChunks<Row>(rows: readonly Row[], groupOf: (row: Row) => string): GroupedChunk<Row>[] {
  const groups: { name: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const name = groupOf(row);
    const last = groups.at(-1);
    if (last?.name === name) last.rows.push(row);
    else groups.push({ name, rows: [row] });
  }
  let before = 0;
  return groups.flatMap((group) =>
    rowChunks(group.rows).map((chunk, at) => {
      const one = {
        rows: chunk,
        heading: at === 0 && group.rows.length > 1 ? group.name : '',
        before,
        key: `${group.name} ${at}`,
      };
      before += chunk.length;
      return one;
    }),
  );
}
