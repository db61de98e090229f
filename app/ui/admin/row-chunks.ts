/** Rows in one chunk; as many as a screen or two can show. */
export const CHUNK = 60;

/** Up to so many rows, everything is drawn at once, and the browser's own search finds it. */
export const DRAWN_WHOLE = 240;

export function rowChunks<Row>(rows: readonly Row[]): (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, at) => rows.slice(at * CHUNK, (at + 1) * CHUNK));
}

interface GroupedChunk<Row> {
  rows: readonly Row[];
  /** The group's name on its first chunk, where it has more than one row; empty on the others. */
  heading: string;
  /** How many rows stand before it. */
  before: number;
  key: string;
}

/** No chunk holds rows of two groups. The rows of a group adjoin. */
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
