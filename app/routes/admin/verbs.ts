const VERBS: Record<string, string> = {
  granted: 'made an admin of',
  revoked: 'took the rights of an admin from',
};

/** What was done, before the record to which it was done. */
export function verbOf(verb: string): string {
  return VERBS[verb] ?? verb;
}
