const LONGEST = 64;

/** The name in `known` that was probably meant: it may differ in capitals, and in one letter out of four. */
export function nearestName(typed: string, known: Iterable<string>): string | undefined {
  if (typed.length > LONGEST) return undefined;
  let nearest: { name: string; distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    const most = Math.max(1, Math.floor(Math.max(typed.length, name.length) / 4));
    if (distance <= most && distance < (nearest?.distance ?? Infinity)) nearest = { name, distance };
  }
  return nearest?.name;
}

/** How many letters to add, leave out or change (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let at = 0; at < from.length; at++) {
    const next = [at + 1];
    for (let place = 0; place < to.length; place++) {
      const changed = (row[place] ?? 0) + (from[at] === to[place] ? 0 : 1);
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
