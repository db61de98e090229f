import ICAL from 'ical.js';
import { defaultTreeAdapter as tree, parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordFile } from '../seed-file.ts';
import { portableName } from '../../app/transfer/portable-name.ts';
import { startApp, type RunningApp } from '../app.ts';
import { eventRow, insertEvents } from '../event-rows.ts';
import { seedAdmin, sendAs, type Person } from '../people.ts';
import { readZip } from '../read-zip.ts';

/** What stands for something else somewhere in a program: in templates, pages, scripts, calendars, addresses and names of files. */
const MARKS = [
  ...['{title}', '{n}', '{place}', '{text}', '{email}', '${title}', '{{title}}', '%s', '%{title}', '$&', '$1', '$`'],
  ...['\uE000', '\uE000secret\uE000', '\uFFFC', '\u200B', '\u2028', '\u202E'],
  ...['<!--$-->', '<!--$?--><template id="B:0"></template>', '<!-- -->', '--><script>', ']]>', '<![CDATA[', '&amp;'],
  ...[
    '</script>',
    '</title>',
    '</textarea>',
    '</body></html>',
    '<script nonce="">',
    'nonce=""',
    '<link rel="preload">',
  ],
  ...['window.__reactRouterContext', '["SingleFetchRedirect",1]', '__proto__', 'constructor', 'toString'],
  ...['undefined', 'null', 'NaN', '[object Object]', 'true', '0', '-1', '1e999'],
  ...['END:VEVENT', 'END:VCALENDAR', 'BEGIN:VEVENT', 'a;b,c:d\\n', '=1+1'],
  ...['index', 'club.json', 'files', 'events', 'con', 'nul.pdf', '..', '.', '../..', '%2e%2e', '%', '%00', 'a/b\\c'],
  ...['/images/placeholder.svg', '/files/preview/none', 'url(x)', '/home', '?preview=', '#'],
];

const DAY = 86_400_000;
const START = Date.now() + DAY;
const PLAIN = 'word';

let app: RunningApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await seedAdmin(app);
  const { db, storage } = app.site;
  const said = [PLAIN, ...MARKS];
  const rows = said.map((text, at) => {
    const guid = guidOf(at);
    const [path, name] = [`2026/3/7/${guid}`, nameOf(text)];
    const file = { path, name, url: `/files/${path}/${encodeURIComponent(name)}`, guid };
    const words = { title: text, presenter: text, location: `Hall ${text}`, recap: null };
    return {
      file: { guid, path, name },
      event: eventRow(keyOf(at), { ...words, time_start: START + at * 60_000, resources: JSON.stringify([file]) }),
    };
  });
  for (const { file } of rows) {
    const content = Buffer.from(`of ${file.guid}`);
    await storage.put(`${file.path}/${file.name}`, content, { contentType: 'application/pdf' });
    const row = { ...file, content_type: 'application/pdf', size: content.length, created_at: 1 };
    await recordFile(db, { ...row, width: null, height: null, blur: null });
  }
  await insertEvents(db, ...rows.map(({ event }) => event));
});
afterAll(() => app.close());

const keyOf = (at: number) => `event-${at}`;
const guidOf = (at: number) => `1b4e28ba-2fa1-41d2-883f-${String(at).padStart(12, '0')}`;
/** As an upload's: of a folder it keeps nothing. */
const nameOf = (text: string) => `${text.replaceAll(/[/\\\0]/g, '_')}.pdf`;
const each = MARKS.map((mark, at) => [mark, at + 1] as const);

interface Shape {
  elements: string[];
  text: string;
}

/** Every element with the names of its attributes, and what is written in them. */
function shapeOf(html: string): Shape {
  const shape: Shape = { elements: [], text: '' };
  const walk = (node: DefaultTreeAdapterTypes.ParentNode) => {
    for (const child of node.childNodes) {
      if (tree.isTextNode(child)) shape.text += child.value;
      if (!tree.isElementNode(child)) continue;
      shape.elements.push([child.tagName, ...child.attrs.map(({ name }) => name)].join(' '));
      if (child.tagName !== 'script') walk(child);
    }
  };
  walk(parse(html));
  return shape;
}

async function textAt(path: string, init?: RequestInit): Promise<string> {
  const answer = await app.get(path, init);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

const shown = (text: string) => text.replaceAll(/\s+/g, ' ');

test.each(each)('an event’s page with %j everywhere is built as with any word', async (mark, at) => {
  const [plain, marked] = [shapeOf(await textAt(`/events/${keyOf(0)}`)), shapeOf(await textAt(`/events/${keyOf(at)}`))];
  expect(marked.elements).toEqual(plain.elements);
  for (const said of [mark, `by ${mark}`, `Hall ${mark}`, nameOf(mark)])
    expect(shown(marked.text)).toContain(shown(said));
});

test('the list of events has them all, and nothing of it is read as a mark', async () => {
  const page = shapeOf(await textAt('/events'));
  for (const mark of MARKS) expect(shown(page.text)).toContain(shown(mark));
  expect(page.elements.filter((element) => /^template|^script nonce/.test(element))).toEqual([]);
});

test('programs read the same words in lists, calendars and the feed', async () => {
  const listed: { title: string }[] = JSON.parse(await textAt('/api/events?set=future'));
  expect(listed.map(({ title }) => title)).toEqual([PLAIN, ...MARKS]);
  const calendar = new ICAL.Component(ICAL.parse(await textAt('/events.ics')));
  const summaries = calendar.getAllSubcomponents('vevent').map((one) => one.getFirstPropertyValue('summary'));
  expect(summaries).toEqual([PLAIN, ...MARKS]);
  for (const [at, mark] of [PLAIN, ...MARKS].entries()) {
    const own = new ICAL.Component(ICAL.parse(await textAt(`/events/${keyOf(at)}.ics`)));
    expect(own.getAllSubcomponents('vevent').map((one) => one.getFirstPropertyValue('summary'))).toEqual([mark]);
  }
});

describe('names of files', () => {
  test.each(each)('%j: a stored one has its own, and its content', async (mark, at) => {
    const answer = await app.get(`/files/2026/3/7/${guidOf(at)}/${encodeURIComponent(nameOf(mark))}`);
    expect([answer.status, await answer.text()]).toEqual([200, `of ${guidOf(at)}`]);
    expect(downloadName(answer)).toBe(nameOf(mark));
  });

  test('of a title nothing leaves its folder or breaks the header', async () => {
    const names = new Set<string>();
    for (const [at] of MARKS.entries()) {
      const path = `/admin/events/${keyOf(at + 1)}/announce/square.png`;
      const answer = await app.get(path, { method: 'HEAD', headers: { cookie: admin.cookie } });
      // Where its letters cannot be drawn there is no file.
      if (answer.status !== 422) names.add(downloadName(answer));
    }
    expect(names.size).toBeGreaterThan(MARKS.length / 2);
    expect([...names].filter((name) => !/^[a-z0-9][a-z0-9-]*-square\.png$/.test(name))).toEqual([]);
  });

  test('in the archive each is its own, portable, and beside every other', async () => {
    const answer = await app.get('/admin/archive/archive.zip', { headers: { cookie: admin.cookie } });
    const files = readZip(Buffer.from(await answer.arrayBuffer()));
    expect(new Set([...files.keys()].map((name) => name.toLowerCase())).size).toBe(files.size);
    for (const name of files.keys()) {
      expect(name.split('/').map(portableName).join('/')).toBe(name);
      expect(name.split('/')).not.toContain('..');
    }
    for (const [at, mark] of [PLAIN, ...MARKS].entries()) {
      const page = shapeOf(files.get(`events/${keyOf(at)}.html`)?.toString() ?? '');
      expect(shown(page.text)).toContain(shown(`Hall ${mark}`));
      const name = `files/2026/3/7/${guidOf(at)}/${portableName(nameOf(mark))}`;
      expect([name, files.get(name)?.toString()]).toEqual([name, `of ${guidOf(at)}`]);
    }
  });

  function downloadName(answer: Response): string {
    const header = answer.headers.get('content-disposition') ?? '';
    return decodeURIComponent(/filename\*=UTF-8''([^;]*)$/.exec(header)?.[1] ?? '');
  }
});

/** The club's own name, which is on every page. */
describe('the name of the club', () => {
  let version = 0;
  let plain: Shape;
  beforeAll(async () => {
    plain = shapeOf(await textAt('/contact'));
  });
  const names = MARKS.filter((mark) => shown(mark).trim() === mark);

  test.each(names)('%j changes nothing but itself', async (mark) => {
    const renamed = await sendAs(app, admin, '/admin/texts/club.name.data', { version, input: { text: mark } });
    expect(renamed.status).toBe(200);
    version++;
    const after = shapeOf(await textAt('/contact'));
    expect(after.elements).toEqual(plain.elements);
    expect(after.text).toContain(mark);
    const calendar = new ICAL.Component(ICAL.parse(await textAt('/events.ics')));
    // What the standard does not name is read as it is written.
    const name = String(calendar.getFirstPropertyValue('x-wr-calname')).replaceAll(/\\([\\;,])/g, '$1');
    expect(name).toBe(`${mark} events`);
    expect(JSON.parse(await textAt('/manifest.webmanifest')).name).toBe(mark);
  });
});
