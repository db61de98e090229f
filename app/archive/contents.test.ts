import { beforeEach, expect, test } from 'vitest';
import { ArchiveContents, storedName } from './contents.ts';

const SITE = 'https://club.example';
const STORED = { path: '2026/3/7/1b4e28ba-2fa1-41d2-883f-0016d3cca427', name: 'Why?.pdf' };
let contents: ArchiveContents;

beforeEach(() => {
  contents = new ArchiveContents(SITE, new Map([[STORED.path, STORED]]));
  for (const path of ['/home', '/events', '/team', '/events/a', '/events/A', '/events/con', '/events/x%20%3F'])
    contents.addPage(path);
});

const linkTo = (address: string, from = 'index.html') => contents.linkTo(new URL(address, SITE), from);

test.each([
  ['/', 'index.html'],
  ['/home#join', 'index.html#join'],
  ['/team', 'team.html'],
  ['/events', 'events.html'],
  ['/events?q=typed', 'events.html'],
  ['/events?past=1', 'events-past-1.html'],
  ['/events/a', 'events/a.html'],
  ['/events/con', 'events/_con.html'],
  ['/events/x%20%3F', 'events/x%20_.html'],
  ['/events/gone', undefined],
  ['/admin/home', undefined],
  ['/events.ics', 'events.ics'],
  ['/events/a.ics', 'events/a.ics'],
  ['/assets/site.css', 'assets/site.css'],
  [`/files/${STORED.path}/Why%3F.pdf`, `files/${STORED.path}/Why_.pdf`],
  [`/files/${STORED.path}/640.webp`, `files/${STORED.path}/Why_.pdf`],
  ['/files/2026/3/7/00000000-0000-4000-8000-000000000000/gone.pdf', undefined],
])('%s is reached at %s', (address, link) => {
  expect(linkTo(address)).toBe(link);
});

test('links lead from where the page lies', () => {
  expect(linkTo('/home', 'events/a.html')).toBe('../index.html');
  expect(linkTo('/events/a', 'events/con.html')).toBe('a.html');
});

test('two pages whose names differ in capitals are two files everywhere', () => {
  const names = ['/events/a', '/events/A'].map((path) => contents.nameOf(path).toLowerCase());
  expect(new Set(names).size).toBe(2);
});

test('a page that is only led to is read as well, once', () => {
  const before = contents.pages.length;
  for (let times = 0; times < 2; times++) linkTo('/events?year=2024');
  expect(contents.pages.slice(before)).toEqual(['/events?year=2024']);
});

test('nothing lies outside the archive, or in the place of the data', () => {
  for (const path of ['/events/..', '/events/%2e%2e%2f%2e%2e%2fetc', '/..%5c..%5cetc', '/club.json'])
    contents.addPage(path);
  for (const path of contents.pages) expect(contents.nameOf(path)).not.toMatch(/(^|\/)\.\.(\/|$)|\\|^\/|^club\.json$/);
  expect(storedName({ path: STORED.path, name: '../../club.json' })).toBe(`files/${STORED.path}/.._.._club.json`);
});
