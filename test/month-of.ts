/**
 * The club's month, such as '2026-12', of an event of the sample. The sample is moved to the week that it is loaded in, so that
 * even what is on today may be over, or this Friday in the next month.
 */
export async function monthOf(siteUrl: string, title: string): Promise<string> {
  const sets: { title: string; datetime: { timeStartTimestamp: number } }[][] = await Promise.all(
    ['future', 'past'].map(async (set) => (await fetch(`${siteUrl}/api/events?set=${set}`)).json()),
  );
  const event = sets.flat().find((one) => one.title === title);
  if (!event) throw new Error(`The sample has no event ${title}.`);
  const start = new Date(event.datetime.timeStartTimestamp);
  return start.toLocaleDateString('en-CA', { timeZone: 'America/Toronto' }).slice(0, 7);
}
