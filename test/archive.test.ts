import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../app/config/settings.server.ts';
import { describeFile } from '../app/storage/describe.server.ts';
import { attachFrom } from '../app/transfer/attach-folder.ts';
import { exportRecords } from '../app/transfer/export.ts';
import { importRecords } from '../app/transfer/import.ts';
import { noteUses } from '../app/domain/file-uses/file-uses.ts';
import { recordFile } from './seed-file.ts';
import { NEVER } from '../app/domain/records/publish-at.ts';
import { startApp, type RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { seedAdmin, seedMember, seedPerson, type Person } from './people.ts';
import { readZip } from './read-zip.ts';
import { load } from './transfers.ts';

const ZIP = '/admin/archive/archive.zip';
const SEEDED = 'seeded.person@example.org';
const GUID = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
/** Uploaded into a dialog that is still open. */
const UNSAVED = '5d0e8c10-4b7d-4c0e-8f55-2d9e6b1a7c03';

/** A draft and a timed event, each with a form; with a public event they share a form and a file. */
const DRAFTS = {
  events: ['draft', 'timed'],
  forms: ['draftform', 'timedform'],
  sharedForm: 'sharedform',
  file: '3f2a8c10-4b7d-4c0e-8f55-2d9e6b1a7c01',
  sharedFile: '3f2a8c10-4b7d-4c0e-8f55-2d9e6b1a7c02',
};

const TO_COME = { logo: '3f2a8c10-4b7d-4c0e-8f55-2d9e6b1a7c11', sharedLogo: '3f2a8c10-4b7d-4c0e-8f55-2d9e6b1a7c12' };

let app: RunningApp;
let admin: Person;
let folder: string;

beforeAll(async () => {
  app = await startApp({ sample: true });
  admin = await seedAdmin(app);
  folder = await mkdtemp(join(tmpdir(), 'clubroom-archive-'));
  await seedFileOfOneSystem(app);
  await seedDrafts(app);
  await seedToCome(app);
  await app.site.db.write(async ({ query }) => {
    const entry = { form_id: 'f', key: 'one', answers: JSON.stringify({ email: SEEDED }), created_at: 1 };
    await query.insertInto('entries').values(entry).execute();
    const unknown = { collection: 'newsletter', key: 'one', value: JSON.stringify({ to: SEEDED }) };
    await query.insertInto('unknown_records').values(unknown).execute();
    await query.updateTable('users').set({ email: SEEDED, verified_email: SEEDED }).execute();
  });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** No system but the one it was stored on may call a file so. */
async function seedFileOfOneSystem({ site: { db, storage } }: RunningApp): Promise<void> {
  const [path, name, content] = [`2026/3/7/${GUID}`, 'What: why?.pdf', Buffer.from('%PDF-1.4 in short')];
  await storage.put(`${path}/${name}`, content, { contentType: 'application/pdf' });
  const row = { guid: GUID, path, name, content_type: 'application/pdf', size: content.length, created_at: 1 };
  await recordFile(db, { ...row, width: null, height: null, blur: null });
  const listed = [{ path, name, url: `/files/${path}/${encodeURIComponent(name)}`, guid: GUID }];
  const [first] = await db.query.selectFrom('events').select('key').orderBy('key').limit(1).execute();
  const named = { key: first?.key ?? '', resources: JSON.stringify(listed) };
  await db.write(async (tx) => {
    await tx.query.updateTable('events').set({ resources: named.resources }).where('key', '=', named.key).execute();
    await noteUses(tx, 'event', [named]);
  });
}

/** From a day and a moment far ahead; the logo that two sponsors have is public with one of them, the other a draft has too. */
async function seedToCome({ site: { db, storage } }: RunningApp): Promise<void> {
  const stored = async (guid: string) => {
    const [path, name] = [`2026/3/10/${guid}`, 'logo.png'];
    await storage.put(`${path}/${name}`, Buffer.from('png'), { contentType: 'image/png' });
    const row = { guid, path, name, content_type: 'image/png', size: 3, created_at: 1 };
    await recordFile(db, { ...row, width: 64, height: 64, blur: null });
    return { path, name, url: `/files/${path}/${name}`, guid };
  };
  const [own, shared] = [await stored(TO_COME.logo), await stored(TO_COME.sharedLogo)];
  const said = { alt: 'Not for anyone yet', from: '2096-01-01' };
  await load(db, {
    notice: { text: 'Not for anyone yet', from: 4e12 },
    sponsor: {
      next: { name: 'Not for anyone yet', ...said, logo: own },
      later: { name: 'Not for anyone yet', ...said, logo: shared },
      now: { name: 'Quorrel', alt: 'A lens', logo: shared },
      over: { name: 'Tallowmere', alt: 'A candle', until: '2020-01-01' },
    },
  });
  const announcing = { title: 'Not for anyone yet', publish_at: NEVER, resources: JSON.stringify([own]) };
  await insertEvents(db, eventRow('announcing', announcing));
}

async function seedDrafts({ site: { db, storage } }: RunningApp): Promise<void> {
  const stored = async (guid: string) => {
    const [path, name] = [`2026/3/9/${guid}`, 'plan.pdf'];
    await storage.put(`${path}/${name}`, Buffer.from('%PDF-1.4'), { contentType: 'application/pdf' });
    const row = { guid, path, name, content_type: 'application/pdf', size: 8, created_at: 1 };
    await recordFile(db, { ...row, width: null, height: null, blur: null });
    return { path, name, url: `/files/${path}/${name}`, guid };
  };
  const [own, shared] = [await stored(DRAFTS.file), await stored(DRAFTS.sharedFile)];
  const said = { title: 'Not for anyone yet', resources: JSON.stringify([own, shared]) };
  await insertEvents(
    db,
    eventRow('draft', { ...said, form_id: 'draftform', publish_at: NEVER }),
    eventRow('timed', { ...said, form_id: 'timedform', publish_at: 4e12 }),
    eventRow('other', { ...said, form_id: DRAFTS.sharedForm, publish_at: NEVER }),
    eventRow('shown', { form_id: DRAFTS.sharedForm, time_start: 4e12, resources: JSON.stringify([shared]) }),
  );
  await db.write(async ({ query }) => {
    const forms = [...DRAFTS.forms, DRAFTS.sharedForm].map((id) => ({ id, fields: '[]', version: 1, updated_at: 1 }));
    await query.insertInto('forms').values(forms).execute();
    const entry = { form_id: 'draftform', key: 'early', answers: '{}', created_at: 1 };
    await query.insertInto('entries').values(entry).execute();
  });
}

async function download(path = ZIP): Promise<Buffer> {
  const response = await app.get(path, { headers: { cookie: admin.cookie } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  return Buffer.from(await response.arrayBuffer());
}

async function unpack(files: Map<string, Buffer>, into: string): Promise<void> {
  for (const [name, content] of files) {
    await mkdir(dirname(join(into, name)), { recursive: true });
    await writeFile(join(into, name), content);
  }
}

async function dumpWithoutPersons({ site: { db } }: RunningApp): Promise<string> {
  let text = '';
  for await (const part of exportRecords(db, { withPersons: false })) text += part;
  return text;
}

const addressesIn = (html: string) =>
  [...html.matchAll(/ (?:href|src)="([^"#]*)/g)].map(([, address = '']) => address).filter(Boolean);

test('holds every public page, and whatever they lead to is there', async () => {
  const files = readZip(await download());
  for (const name of ['index.html', 'events.html', 'team.html', 'signup.html', 'guide.html', 'events.ics', 'club.json'])
    expect([...files.keys()]).toContain(name);
  const events = await app.site.db.query.selectFrom('events').select(['key', 'publish_at']).execute();
  const pages = events.filter(({ key }) => files.has(`events/${key}.html`));
  expect(pages).toEqual(events.filter(({ publish_at: at }) => at === null));
  expect(pages.length).toBeLessThan(events.length);
  const missing = new Set<string>();
  for (const [page, content] of files) {
    if (!page.endsWith('.html')) continue;
    const html = content.toString();
    expect(html).not.toMatch(/<(script|iframe|form|noscript)\b|srcset=|scripting: ?none/);
    for (const address of addressesIn(html)) {
      const target = new URL(address, `file:///${page}`);
      if (target.protocol !== 'file:') continue;
      if (!files.has(decodeURIComponent(target.pathname.slice(1)))) missing.add(`${page}: ${address}`);
    }
    const loaded = [...html.matchAll(/ src="([^"]*)"/g)].map(([, address = '']) => address);
    expect(loaded.filter((address) => /^(https?:)?\/\//.test(address))).toEqual([]);
  }
  expect([...missing]).toEqual([]);
});

test('brings the site back, files with names of one system included', async () => {
  const files = readZip(await download(`${ZIP}?with-drafts=1`));
  expect([...files.keys()].filter((name) => /[<>:"|?*\\]/.test(name))).toEqual([]);
  expect([...files.keys()]).toContain(`files/2026/3/7/${GUID}/What_ why_.pdf`);
  await unpack(files, folder);
  const empty = await startApp();
  try {
    const { db, storage } = empty.site;
    const { exists, put } = storage;
    const attach = attachFrom(db, join(folder, 'files'), { exists, put, describe: describeFile });
    await importRecords(db, () => createReadStream(join(folder, 'club.json')), { attach });
    expect(await dumpWithoutPersons(empty)).toBe(await dumpWithoutPersons(app));
    const { url } = (await db.query.selectFrom('files').select(['path', 'name']).execute()).map(({ path, name }) => ({
      url: `/files/${path}/${encodeURIComponent(name)}`,
    }))[0] ?? { url: '' };
    expect((await empty.get(url)).status).toBe(200);
  } finally {
    await empty.close();
  }
});

test('holds nothing that is not public yet, unless asked for', async () => {
  const inZip = async (path: string) => {
    const files = readZip(await download(path));
    const { event, form, sponsor, notice } = JSON.parse(files.get('club.json')?.toString() ?? '{}');
    return {
      events: DRAFTS.events.filter((key) => key in event),
      forms: [...DRAFTS.forms, DRAFTS.sharedForm].filter((key) => key in form),
      sponsors: ['next', 'later', 'now', 'over'].filter((key) => key in sponsor),
      notice: notice?.text,
      files: [DRAFTS.file, DRAFTS.sharedFile, TO_COME.logo, TO_COME.sharedLogo].filter((guid) =>
        [...files.keys()].some((name) => name.includes(guid)),
      ),
      said: [...files].filter(([, content]) => content.includes('Not for anyone yet')).map(([name]) => name),
    };
  };
  expect(await inZip(ZIP)).toEqual({
    events: [],
    forms: [DRAFTS.sharedForm],
    sponsors: ['now', 'over'],
    notice: undefined,
    files: [DRAFTS.sharedFile, TO_COME.sharedLogo],
    said: [],
  });
  expect(await inZip(`${ZIP}?with-drafts=1`)).toEqual({
    events: DRAFTS.events,
    forms: [...DRAFTS.forms, DRAFTS.sharedForm],
    sponsors: ['next', 'later', 'now', 'over'],
    notice: 'Not for anyone yet',
    files: [DRAFTS.file, DRAFTS.sharedFile, TO_COME.logo, TO_COME.sharedLogo],
    said: ['club.json'],
  });
  const entriesIn = async (isAll: boolean) => {
    let text = '';
    const options = isAll ? {} : { onlyPublicIn: 'America/Toronto' };
    for await (const part of exportRecords(app.site.db, options)) text += part;
    return Object.keys(JSON.parse(text).entry).filter((form) => DRAFTS.forms.includes(form));
  };
  expect([await entriesIn(false), await entriesIn(true)]).toEqual([[], ['draftform']]);
});

test('holds no file of a dialog that is still open, or was left', async () => {
  const { db, storage } = app.site;
  const [path, name] = [`2026/3/9/${UNSAVED}`, 'unsaved.pdf'];
  await storage.put(`${path}/${name}`, Buffer.from('%PDF-1.4'), { contentType: 'application/pdf' });
  const row = { guid: UNSAVED, path, name, content_type: 'application/pdf', size: 8, created_at: Date.now() };
  await recordFile(db, { ...row, width: null, height: null, blur: null });
  for (const asked of [ZIP, `${ZIP}?with-drafts=1`]) {
    const files = [...readZip(await download(asked))];
    const found = files.filter(([at, content]) => at.includes(UNSAVED) || content.includes(UNSAVED));
    expect(found.map(([at]) => at)).toEqual([]);
  }
});

test('holds nothing of persons', async () => {
  const zip = await download();
  const found = [...readZip(zip)].filter(([, content]) => content.includes(SEEDED)).map(([name]) => name);
  expect(found).toEqual([]);
  expect(zip.includes(SEEDED)).toBe(false);
  const { user, entry } = JSON.parse(readZip(zip).get('club.json')?.toString() ?? '{}');
  expect([user, entry]).toEqual([undefined, undefined]);
});

test('says how far it is to whoever asked, and ends where they leave', async () => {
  await download(`${ZIP}?download=mine`);
  const told = await app.get('/admin/archive/progress?download=mine', { headers: { cookie: admin.cookie } });
  const { state, progress } = await told.json();
  expect(state).toBe('done');
  expect([progress.pages, progress.files]).toEqual([progress.allPages, progress.allFiles]);

  const leaving = new AbortController();
  const response = await app.get(`${ZIP}?download=left`, {
    headers: { cookie: admin.cookie },
    signal: leaving.signal,
  });
  await response.body?.getReader().read();
  leaving.abort();
  await expect
    .poll(async () => {
      const answer = await app.get('/admin/archive/progress?download=left', { headers: { cookie: admin.cookie } });
      return (await answer.json()).state;
    })
    .not.toBe('running');
  await download();
});

test('is for those who manage the club', async () => {
  const member = await seedMember(app);
  const editor = await seedPerson(app, { admin: false, role: 'editor' });
  for (const path of [ZIP, '/admin/archive/progress']) {
    expect((await app.get(path)).status).toBe(401);
    expect((await app.get(path, { headers: { cookie: member.cookie } })).status).toBe(403);
    expect((await app.get(path, { headers: { cookie: editor.cookie } })).status).toBe(403);
  }
});

test('the command refuses a folder that is taken, and leaves nothing of what it does not finish', async () => {
  const program: typeof import('../app/main.ts') = await import(join(process.cwd(), 'build/server/index.js'));
  const own = await mkdtemp(join(tmpdir(), 'clubroom-archives-'));
  const settings = readSettings({ DATA_DIR: app.dataDir, PORT: '4000' }, tmpdir());
  const configured = { ...settings, configFile: join(process.cwd(), 'club.config.ts') };
  try {
    await writeFile(join(own, 'mine.txt'), 'mine');
    await expect(program.archiveSite(configured, own, {})).rejects.toThrow('is not empty, and nothing was written');
    expect(await readdir(own)).toEqual(['mine.txt']);

    const stop = new AbortController();
    const seen: string[] = [];
    const onProgress = ({ pages }: { pages: number }) => {
      if (pages < 3) return;
      seen.push('begun');
      stop.abort(new Error('stopped'));
    };
    const target = join(own, 'archive');
    await expect(program.archiveSite(configured, target, { signal: stop.signal, onProgress })).rejects.toThrow(
      'stopped',
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(await readdir(own)).toEqual(['mine.txt']);

    await program.archiveSite(configured, target, { withPersons: true });
    expect(await readFile(join(target, 'club.json'), 'utf8')).toContain(SEEDED);
    await expect(program.archiveSite(configured, target, {})).rejects.toThrow('holds an archive already');
  } finally {
    await rm(own, { recursive: true, force: true });
  }
});

describe('one that is larger than what waits on its way', () => {
  const [path, name] = ['2026/3/8/8d2f1a44-5c1e-4b7e-9a53-0e6f3f1c2b77', 'large.zip'];
  beforeAll(async () => {
    const content = Buffer.alloc(48 * 1024 * 1024);
    await app.site.storage.put(`${path}/${name}`, content, { contentType: 'application/zip' });
    const row = {
      guid: path.slice(9),
      path,
      name,
      content_type: 'application/zip',
      size: content.length,
      created_at: 1,
    };
    await recordFile(app.site.db, { ...row, width: null, height: null, blur: null });
    const listed = [{ path, name, url: `/files/${path}/${name}`, guid: row.guid }];
    await insertEvents(app.site.db, eventRow('large', { time_start: 4e12, resources: JSON.stringify(listed) }));
  });

  test('is made once at a time, whatever name the others give, and few of them are remembered', async () => {
    const headers = { cookie: admin.cookie };
    const ask = (id: string) => app.get(`${ZIP}?download=${id}`, { headers });
    const told = async (id: string) => (await app.get(`/admin/archive/progress?download=${id}`, { headers })).status;
    const running = await ask('slow');
    for (const id of ['slow', 'slow', '', '', 'other', 'x'.repeat(5000)]) expect((await ask(id)).status).toBe(409);
    expect([await told('slow'), await told('other'), await told('x'.repeat(5000))]).toEqual([200, 200, 404]);
    for (let times = 0; times < 120; times++) await (await ask(`refused-${times}`)).arrayBuffer();
    expect([await told('slow'), await told('refused-119'), await told('refused-1')]).toEqual([200, 200, 404]);
    await running.body?.cancel();
    const again = async () => {
      const next = await ask('next');
      await next.body?.cancel();
      return next.status;
    };
    await expect.poll(again, { timeout: 10_000 }).toBe(200);
  });

  test('breaks off where whoever downloads it may not any more', async () => {
    const leaving = await seedAdmin(app);
    const ask = () => app.get(ZIP, { headers: { cookie: leaving.cookie } });
    let response = await ask();
    // The one before may be on its way out.
    await expect.poll(async () => (response.ok ? response : (response = await ask())).status).toBe(200);
    const reader = response.body?.getReader();
    await reader?.read();
    const removed = await app.get('/admin/people.data', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...admin.sending },
      body: JSON.stringify({ verb: 'change role', key: leaving.uid, role: null }),
    });
    expect(removed.status).toBe(200);
    const readOn = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readOn()).rejects.toThrow('terminated');
  });
});
