/** What an event is called where its title is needed: an imported one may have none. */
export function eventName(title: string): string {
  return title || 'Untitled event';
}
