import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { seedAdmin } from './people.ts';

const DAY = 86_400_000;
const RECAP = 'It was **loud** <script>alert(1)</script> [here](javascript:alert(1)) [there](https://example.edu/x)';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
  const file = { name: 'a.jpg', url: 'https://pictures.example.edu/a.jpg' };
  const said = { description: 'About machines.', gallery: JSON.stringify([file]), recap: RECAP };
  await insertEvents(
    app.site.db,
    eventRow('past', { ...said, time_start: Date.now() - 3 * DAY }),
    eventRow('next', { ...said, time_start: Date.now() + 3 * DAY }),
  );
});
afterAll(() => app.close());

const headings = (page: string) => [...page.matchAll(/<h2[^>]*>([^<]+)/g)].map(([, text]) => text);

test('a past event begins with its recap above the gallery, marked and linked as a description is', async () => {
  const page = await (await app.get('/events/past')).text();
  expect(headings(page)).toEqual(['Recap', 'Gallery', 'Description', 'When &amp; Where']);
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
  expect(main).toContain('It was <strong>loud</strong> &lt;script&gt;');
  expect(main).toContain('href="https://example.edu/x"');
  expect(main).not.toContain('href="javascript:');
});

test('an event ahead keeps it to itself', async () => {
  const page = await (await app.get('/events/next')).text();
  expect(headings(page)).toEqual(['Description', 'When &amp; Where', 'Gallery']);
  expect(page).not.toContain('loud');
});

test('programs are told of it once the event is over, and no sooner', async () => {
  const recapsAt = async (path: string) => {
    const records: { $key: string; recap?: string }[] = [await (await app.get(path)).json()].flat();
    return records.map(({ $key, recap }) => `${$key}: ${recap}`).toSorted();
  };
  const [past, next] = [`past: ${RECAP}`, 'next: undefined'];
  expect(await recapsAt('/api/events?set=all')).toEqual([next, past]);
  expect(await recapsAt('/api/events?set=past')).toEqual([past]);
  for (const set of ['future', 'next']) expect(await recapsAt(`/api/events?set=${set}`)).toEqual([next]);
  expect(await recapsAt('/api/events/past')).toEqual([past]);
  expect(await recapsAt('/api/events/next')).toEqual([next]);
});

test('its headings are headings below its own, on the page and in the admin area, and no level is left out', async () => {
  const recap = '## Thanks\nto all\n#### Food ####\n- pizza\n# Next time\n#hash\n###### Deep\n####### seven';
  const time_start = Date.now() - 3 * DAY;
  await insertEvents(app.site.db, eventRow('told', { description: '# No heading', recap, time_start }));
  const outline = async (path: string, headers = {}) => {
    const page = await (await app.get(path, { headers })).text();
    const article = page.slice(page.indexOf('<article'), page.indexOf('</article>'));
    expect(article).toContain('# No heading</p>');
    expect(article).toContain('>#hash</p>');
    expect(article).toContain('>####### seven</p>');
    expect(article).toContain('<li>pizza</li>');
    const all = [...article.matchAll(/<h([1-6])[^>]*>([^<]+)/g)].map(([, level, text]) => `${level} ${text}`);
    const [from, to] = ['Recap', 'Description'].map((name) => all.findIndex((heading) => heading.endsWith(name)));
    return all.slice(from, to);
  };
  expect(await outline('/events/told')).toEqual(['2 Recap', '3 Thanks', '4 Food', '3 Next time', '4 Deep']);
  const { cookie } = await seedAdmin(app);
  expect(await outline('/admin/events/told', { cookie })).toEqual([
    ...['4 Recap', '5 Thanks', '6 Food', '5 Next time', '6 Deep'],
  ]);
});

test('an event that is not described has no heading for it', async () => {
  await insertEvents(app.site.db, eventRow('bare', { description: ' ', time_start: Date.now() + 3 * DAY }));
  expect(headings(await (await app.get('/events/bare')).text())).toEqual(['When &amp; Where']);
});
