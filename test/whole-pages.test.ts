import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';

let app: RunningApp;

beforeAll(async () => {
  app = await startApp({ sample: true });
});
afterAll(() => app.close());

const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'));

test('every upcoming event stands in its page as it is sent, and no script has to bring it there', async () => {
  const events: { $key: string; location: string }[] = await (await app.get('/api/events?set=future')).json();
  expect(events.length).toBeGreaterThan(3);
  for (const { $key, location } of events) {
    const html = await (await app.get(`/events/${$key}`)).text();
    expect(mainOf(html)).toContain(location);
    expect(html).not.toMatch(/<div hidden="" id="S:/);
  }
});
