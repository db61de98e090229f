/** What an error of Postgres quotes of rows: 'Failing row contains (…)'. */
const QUOTING = ['detail', 'where', 'internalQuery'];

/** Takes from a failed statement's error what it quotes of the rows: errors are logged, and answers never are. */
export function hideValues(error: unknown): void {
  if (typeof error !== 'object' || error === null) return;
  for (const name of QUOTING) Reflect.deleteProperty(error, name);
}
