/** Rows in one chunk; as many as a screen or two can show. */
export const CHUNK = 60;

/** Up to so many rows, everything is drawn at once, and the browser's own search finds it. */
export const DRAWN_WHOLE = 240;

export function rowChunks<Row>(rows: readonly Row[]): (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, at) => rows.slice(at * CHUNK, (at + 1) * CHUNK));
}
