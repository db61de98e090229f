const QUOTING = ['detail', 'where', 'internalQuery'];

/** Errors are logged, and people's answers never are. */
export function hideValues(error: unknown): void {
  if (typeof error !== 'object' || error === null) return;
  for (const name of QUOTING) Reflect.deleteProperty(error, name);
}
