const VERBS: Record<string, string> = {
  granted: 'made an admin of',
  revoked: 'took the rights of an admin from',
};

export function verbOf(verb: string): string {
  return VERBS[verb] ?? verb;
}
