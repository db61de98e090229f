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

/** What officers call a record of this topic. */
export function nounOf(topic: string): string {
  return NOUNS[topic] ?? topic;
}
