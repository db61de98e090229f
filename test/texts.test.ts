import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import config from '../club.config.ts';
import type { Role } from '../app/domain/roles.ts';
import { startApp, type RunningApp } from './app.ts';
import { sameOriginHeaders, seedAdmin, seedMember, seedPerson, sendAs, type Person } from './people.ts';

const { tagline } = config.club;

interface Change {
  path: string;
  method: string;
  version: number;
  input?: { text: unknown };
}

const change = (app: RunningApp, who: Pick<Person, 'sending'>, { path, method, ...sent }: Change) =>
  sendAs(app, who, `/admin/texts/${path}.data`, sent, method);
const save = (path: string, version: number, text: unknown) => ({ path, method: 'POST', version, input: { text } });
const goBack = (path: string, version: number) => ({ path, method: 'DELETE', version });
const textOf = async (app: RunningApp, path: string, init?: RequestInit) => (await app.get(path, init)).text();

describe('texts that are changed on the site', () => {
  let app: RunningApp;
  let admin: Person;
  beforeAll(async () => {
    app = await startApp();
    admin = await seedAdmin(app);
  });
  afterAll(() => app.close());
  const screen = () => textOf(app, '/admin/texts', { headers: { cookie: admin.cookie } });

  test('show at once wherever they stand, also where an answer was kept, and go back to the file’s', async () => {
    const places = ['/home', '/feed.xml', '/manifest.webmanifest'];
    for (const place of places) expect(await textOf(app, place)).toContain(tagline);
    expect((await change(app, admin, save('club.tagline', 0, ' Come in & stay '))).status).toBe(200);
    for (const place of places) {
      const shown = await textOf(app, place);
      expect(shown).toMatch(/Come in (&|&amp;|&#38;) stay/);
      expect(shown).not.toContain(tagline);
    }
    expect(await screen()).toContain(tagline);
    const back = await change(app, admin, goBack('club.tagline', 1));
    expect(back.status).toBe(200);
    for (const place of places) expect(await textOf(app, place)).toContain(tagline);
  });

  test('show in calendars, drawings and the icon too', async () => {
    const drawn = async () => [await textOf(app, '/share.png'), await textOf(app, '/icon.svg')];
    const before = await drawn();
    await textOf(app, '/events.ics');
    expect((await change(app, admin, save('club.name', 0, 'Club of Everything'))).status).toBe(200);
    expect((await change(app, admin, save('club.shortName', 0, 'XYZ'))).status).toBe(200);
    expect(await textOf(app, '/events.ics')).toContain('Club of Everything');
    const after = await drawn();
    expect(after.filter((image, at) => image === before[at])).toEqual([]);
  });

  test('are refused as in the file, with why at the field', async () => {
    const refused = await change(app, admin, save('chat.inviteUrl', 0, 'javascript:alert(1)'));
    expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('This must be an http(s) address.') });
    expect((await change(app, admin, save('club.timeZone', 0, 'Europe/Paris'))).status).toBe(404);
    expect((await change(app, admin, save('club.room', 0, 7))).status).toBe(422);
    expect(await textOf(app, '/links')).toContain(config.chat.inviteUrl);
  });

  test('keep nothing of a place that nobody ever wrote to, and no text without end', async () => {
    const stored = () => app.site.db.query.selectFrom('texts').select('path').orderBy('path').execute();
    const before = await stored();
    for (const path of ['no.such.place', 'links.code.url', '__proto__', 'about.length']) {
      const back = await change(app, admin, goBack(path, 0));
      expect(back.status).toBe(path === 'links.code.url' ? 200 : 404);
    }
    for (const path of ['club.name', 'about.0', 'links.charter.url']) {
      const text = `https://example.org/${'x'.repeat(20_000)}`;
      expect(await change(app, admin, save(path, 0, text))).toMatchObject({
        status: 422,
        text: expect.stringMatching(/must have [\d,]+ characters at most/),
      });
    }
    expect(await stored()).toEqual(before);
  });

  test('are saved over by nobody who has not seen them', async () => {
    expect((await change(app, admin, save('club.room', 0, 'Room 1'))).status).toBe(200);
    const stale = await change(app, admin, save('club.room', 0, 'Room 2'));
    expect(stale).toMatchObject({ status: 409, text: expect.stringContaining('Room 1') });
    expect(await textOf(app, '/contact')).toContain('Room 1');
  });

  test('are for admins and editors', async () => {
    const withRole = (role: Role) => seedPerson(app, { admin: false, role });
    const command = save('club.building', 0, 'Hopper Hall');
    const status = async (who: Pick<Person, 'sending'>) => (await change(app, who, command)).status;
    expect(await status({ sending: sameOriginHeaders(app) })).toBe(401);
    for (const who of [await seedMember(app), await withRole('events'), await withRole('viewer')]) {
      expect(await status(who)).toBe(403);
      expect((await app.get('/admin/texts.data', { headers: { cookie: who.cookie } })).status).toBe(403);
    }
    expect(await status(await withRole('editor'))).toBe(200);
    expect(await textOf(app, '/contact')).toContain('Hopper Hall');
  });

  test('are in the activity with before and after', async () => {
    const rows = await app.site.db.query.selectFrom('activity').select(['who', 'verb', 'title']).execute();
    const title = `Room: ‘${config.club.room}’ → ‘Room 1’`;
    expect(rows).toContainEqual({ who: 'Ada Admin', verb: 'changed', title });
  });
});

test('a start with another configuration file keeps what was changed, and what has no place there stops nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'clubroom-texts-'));
  const file = join(dataDir, 'other.json');
  const about = ['We are another file.'];
  await writeFile(file, JSON.stringify({ ...config, club: { ...config.club, tagline: 'Another file’s' }, about }));
  const first = await startApp({ env: { DATA_DIR: dataDir } });
  const admin = await seedAdmin(first);
  await change(first, admin, save('club.tagline', 0, 'Ours for good'));
  await change(first, admin, save('about.2', 0, 'A third paragraph of ours'));
  // As an earlier version may have stored it.
  const stored = { path: 'club.email', text: 'not an address', version: 1, updated_at: 1 };
  await first.site.db.write(({ query }) => query.insertInto('texts').values(stored).execute());
  await first.close();

  const second = await startApp({ env: { DATA_DIR: dataDir, CLUB_CONFIG: file } });
  const home = await textOf(second, '/home');
  expect(home).toContain('Ours for good');
  expect(home).toContain('We are another file.');
  expect(await textOf(second, '/contact')).toContain(config.club.email);
  const screen = await textOf(second, '/admin/texts', { headers: { cookie: admin.cookie } });
  for (const shown of ['Another file’s', 'Without a place', 'A third paragraph of ours', 'not shown'])
    expect(screen).toContain(shown);
  const sending = { ...sameOriginHeaders(second), cookie: admin.cookie };
  const removed = await change(second, { sending }, goBack('about.2', 1));
  expect(removed.status).toBe(200);
  await second.close();
  await rm(dataDir, { recursive: true, force: true });
});
