const NOUNS: Record<string, string> = {
  event: 'event',
  exec: 'executive',
  food: 'food item',
  dsc: 'card',
  files: 'slideshow',
  form: 'form',
  entry: 'response',
  user: 'user',
  mail: 'mail',
};

const VERBS: Record<string, string> = {
  granted: 'made an admin of',
  revoked: 'took the rights of an admin from',
};

/** What was done, before the record to which it was done. */
export function verbOf(verb: string): string {
  return VERBS[verb] ?? verb;
}

/** What officers call a record of this topic. */
export function nounOf(topic: string): string {
  return NOUNS[topic] ?? topic;
}
