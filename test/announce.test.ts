import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { startApp, type RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { seedPerson, type Person } from './people.ts';
import { picture } from './pictures.ts';
import { readCode, readPdf } from './read-kit.ts';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const START = Date.UTC(2026, 10, 21, 0, 30);
let app: RunningApp;
let officer: Person;

beforeAll(async () => {
  app = await startApp();
  officer = await seedPerson(app, { admin: false, role: 'events' });
  const path = `2026/1/5/${GUID}`;
  await app.site.storage.put(`${path}/own.jpg`, await picture(900, 600), { contentType: 'image/jpeg' });
  const image = JSON.stringify({ path, name: 'own.jpg', url: `/files/${path}/own.jpg`, guid: GUID });
  await insertEvents(
    app.site.db,
    eventRow('party', { title: 'Game Night', location: 'Room 204', time_start: START, version: 1 }),
    eventRow('own', { title: '“Größe” & <script>: '.repeat(9), time_start: START, image }),
    eventRow('amsiya', { title: 'أمسية البرمجة 🎲', publish_at: Number.MAX_SAFE_INTEGER }),
    eventRow('off', { title: 'Chess', time_start: START, cancelled: 1, cancel_reason: 'Flooded.' }),
    eventRow('kanji', { title: '漢字 Night', time_start: START }),
    eventRow('hebrew', { title: 'ערב של לוגים', time_start: START }),
    eventRow('korean', { title: '게임의 밤', time_start: START }),
    eventRow('arrow', { title: 'Night → Day ★ 🎲', time_start: START }),
    eventRow('phonetic', { title: 'Night of the ꟓ', time_start: START }),
    eventRow('led', { title: 'Git', presenter: 'Ada Boakye', time_start: START }),
    eventRow('named', { title: 'Go', presenter: '碁', time_start: START }),
    eventRow('room', { title: 'Game Night', location: '教室 3', time_start: START }),
  );
});
afterAll(() => app.close());

const get = (path: string, person = officer) => app.get(path, { headers: { cookie: person.cookie } });
const file = (key: string, name: string) => get(`/admin/events/${key}/announce/${name}`);
const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const nameOf = (answer: Response) => /filename="([^"]*)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];

describe('the announce kit', () => {
  test.each([
    ['square.png', 1080, 1080],
    ['story.png', 1080, 1920],
    ['slide.png', 1920, 1080],
  ])('has %s of %i×%i, whose code leads to the page', async (name, width, height) => {
    const answer = await file('party', name);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(nameOf(answer)).toBe(`game-night-${name}`);
    const png = await bytes(answer);
    expect(await sharp(png).metadata()).toMatchObject({ width, height });
    expect(await readCode(png)).toBe(`${app.site.settings.publicUrl}/events/party`);
  });

  test('has a poster to print, with the event’s own picture', async () => {
    const answer = await file('own', 'poster.pdf');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(nameOf(answer)).toBe('gro-e-script-gro-e-script-gro-e-script-gro-e-script-gro-e-sc-poster.pdf');
    const pdf = await readPdf(await bytes(answer));
    expect(pdf).toMatchObject({ pages: 1, size: [595.28, 841.89] });
    expect(pdf.text).toContain('<script>');
    expect(await readCode(await pdf.print(150))).toBe(`${app.site.settings.publicUrl}/events/own`);
  });

  test('names the presenter', async () => {
    const pdf = await readPdf(await bytes(await file('led', 'poster.pdf')));
    expect(pdf.actualText.slice(1, 3)).toEqual(['Git', 'by Ada Boakye']);
  });

  test('has a draft’s too, under a name that any disk takes', async () => {
    const answer = await file('amsiya', 'square.png');
    expect(nameOf(answer)).toBe('event-square.png');
    expect(await readCode(await bytes(answer))).toBe(`${app.site.settings.publicUrl}/events/amsiya`);
    expect(await (await get('/admin/events/amsiya/announce')).text()).toContain('This event is not public yet.');
    expect(await (await get('/admin/events/party/announce')).text()).not.toContain('This event is not public yet.');
  });

  test('has nothing of an event that is not there, nor under another name', async () => {
    for (const [key, name] of [
      ['none', 'square.png'],
      ['%00', 'square.png'],
      ['party', 'poster.jpg'],
      ['party', '..%2Fsquare.png'],
    ])
      expect((await file(key ?? '', name ?? '')).status).toBe(404);
    expect((await get('/admin/events/none/announce')).status).toBe(404);
  });

  test('says what is shown beside the pictures: a cancelled event', async () => {
    const cancelled = await (await get('/admin/events/off/announce')).text();
    expect(cancelled).toContain('The pictures and texts say so.');
    expect(cancelled).toContain('Cancelled: Chess');
  });

  test.each([
    ['kanji', '漢字'],
    ['hebrew', 'ערבשלוגים'],
    ['korean', '게임의밤'],
    ['room', '教室'],
    ['named', '碁'],
    ['phonetic', 'ꟓ'],
  ])('offers no picture of %s, for which there are no letters, and says so', async (key, letters) => {
    const screen = await (await get(`/admin/events/${key}/announce`)).text();
    for (const label of ['Poster', 'Square', 'Story', 'Slide']) expect(screen).toContain(`<strong>${label}</strong>`);
    expect(screen.match(new RegExp(`have no letters for <bdi>${letters}</bdi>`, 'g'))).toHaveLength(4);
    expect(screen).not.toContain(`/announce/`);
    for (const name of ['poster.pdf', 'poster.png', 'square.png', 'story.png', 'slide.png']) {
      const refused = await file(key, name);
      expect([refused.status, (await refused.json()).error]).toEqual([422, expect.stringContaining(letters)]);
    }
  });

  test('says that the drawings of its page leave the line out as well', async () => {
    const note = (key: string) => get(`/admin/events/${key}/announce`).then(async (answer) => answer.text());
    expect(await note('kanji')).toMatch(/leave out every line with(?:<!-- -->|\s)*<bdi>漢字<\/bdi>/);
    expect(await note('party')).not.toContain('leave out');
  });

  test('says which signs are left out of pictures that are drawn', async () => {
    const screen = await (await get('/admin/events/arrow/announce')).text();
    expect(screen).toMatch(/typefaces do not have it:(?:<!-- -->|\s)*<bdi>→ ★<\/bdi>/);
    expect(screen).not.toContain('Not drawn');
    expect((await file('arrow', 'square.png')).status).toBe(200);
  });

  test('is for whoever may change events', async () => {
    for (const role of ['viewer', 'treasurer'] as const) {
      const person = await seedPerson(app, { admin: false, role });
      for (const path of ['', '/poster.pdf', '/square.png'])
        expect((await get(`/admin/events/party/announce${path}`, person)).status).toBe(403);
      const event = await (await get('/admin/events/party', person)).text();
      expect(event).not.toContain('/announce"');
    }
    const editor = await seedPerson(app, { admin: false, role: 'editor' });
    for (const person of [editor, undefined])
      expect(await (await get('/admin/events/party', person)).text()).toContain('href="/admin/events/party/announce"');
  });

  test('is drawn apart: other pages are answered meanwhile, and a crowd of wishes is refused in time', async () => {
    const leaving = new AbortController();
    const names = ['poster.pdf', 'poster.png', 'square.png', 'story.png', 'slide.png'];
    // One officer alone has no more than a few at a time worked on.
    const others = await Promise.all([1, 2, 3].map(() => seedPerson(app, { admin: false, role: 'events' })));
    const wishes = ['own', 'amsiya', 'off', 'party'].flatMap((key, at) =>
      names.map((name) =>
        app.get(`/admin/events/${key}/announce/${name}`, {
          headers: { cookie: [officer, ...others][at]?.cookie ?? '' },
          signal: leaving.signal,
        }),
      ),
    );
    const refused = await Promise.any(
      wishes.map(async (wish) => {
        const answer = await wish;
        expect(answer.status).toBe(503);
        return answer;
      }),
    );
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining('Many pictures are being drawn') });
    let slowest = 0;
    for (let asked = 0; asked < 20; asked++) {
      const since = performance.now();
      await (await app.get('/healthz')).text();
      slowest = Math.max(slowest, performance.now() - since);
    }
    expect(slowest).toBeLessThan(1000);
    leaving.abort();
    await Promise.allSettled(wishes);
  });
});
