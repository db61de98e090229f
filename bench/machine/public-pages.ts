import { read } from './ask.ts';

/** The path of an event that a site shows, soonest first. */
export async function eventPath(url: string): Promise<string> {
  const events: { $key: string }[] = JSON.parse(await read(`${url}/api/events?set=future`));
  if (!events[0]) throw new Error('The site shows no upcoming event');
  return `/events/${events[0].$key}`;
}

/** Every public page, an event's among them; shown to people as `name`. */
export async function publicPages(url: string): Promise<{ name: string; path: string }[]> {
  const fixed = ['/home', '/events', '/team', '/signup', '/contact', '/guide', '/links'];
  const pages = fixed.map((path) => ({ name: path, path }));
  return pages.toSpliced(2, 0, { name: '/events/{id}', path: await eventPath(url) });
}
