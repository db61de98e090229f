import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeNote } from '../app/db/notes.ts';
import { noteActivity } from '../app/domain/activity.ts';
import { execs } from '../app/domain/execs.ts';
import { listFindings } from '../app/domain/findings/findings.ts';
import { addRecord } from '../app/domain/record-changes/save.ts';
import { NEVER } from '../app/domain/records/publish-at.ts';
import type { Role } from '../app/domain/roles.ts';
import { version } from '../package.json' with { type: 'json' };
import { startApp, type RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { seedPerson } from './people.ts';
import { storePlaces } from './person-form.ts';

let app: RunningApp;
let execKey: string;
beforeAll(async () => {
  app = await startApp();
  const { db } = app.site;
  const ada = { uid: 'a', name: 'Ada', email: 'ada@example.edu', role: 'admin' as const };
  const grace = { name: 'Grace', title: 'Treasurer', description: '', isCurrentExec: true, image: null };
  execKey = (await addRecord(db, ada, execs, { ...grace, since: '', until: '' })).key;
  await insertEvents(db, eventRow('talk', { title: 'Talk', time_start: Date.now() + 86_400_000 }));
});
afterAll(() => app.close());

const withRole = (role: Role) => seedPerson(app, { admin: false, role });
const homeOf = async (cookie: string) => (await app.get('/admin/home', { headers: { cookie } })).text();
const textOf = (html: string) => html.replaceAll(/<!-- -->|<[^>]*>/g, '');
const mendedAt = (home: string) => {
  const part = home.slice(home.indexOf('Needs attention'));
  return [...part.slice(0, part.indexOf('</section>')).matchAll(/href="([^"]+#[^"]+)"/g)].map(([, to]) => to);
};

test('the admin home names what needs attention, each where whoever looks may mend it', async () => {
  const portrait = `/admin/execs#edit/${execKey}`;
  const event = '/admin/events/talk#edit/talk';
  const seen = async (role: Role) => mendedAt(await homeOf((await withRole(role)).cookie));
  expect(await seen('admin')).toEqual([event, portrait]);
  expect(await seen('editor')).toEqual([event, portrait]);
  expect(await seen('events')).toEqual([event]);
  for (const role of ['viewer', 'treasurer'] as const) expect(await seen(role)).toEqual([]);
});

test('the admin home leads whoever handles payments to those of the next event', async () => {
  const { db } = app.site;
  const seen = async (role: Role) =>
    (await homeOf((await withRole(role)).cookie)).includes('href="/admin/events/talk/payments"');
  expect(await seen('treasurer')).toBe(false);
  await storePlaces(db, 'talk', 5);
  await db.write(async ({ query }) => {
    await query.updateTable('events').set({ form_id: null }).where('key', '=', 'event-talk').execute();
    await query.updateTable('events').set({ form_id: 'talk' }).where('key', '=', 'talk').execute();
    await query.updateTable('forms').set({ price: 1250, how_to_pay: 'Bring it.' }).execute();
  });
  for (const role of ['treasurer', 'admin', 'events'] as const) expect(await seen(role)).toBe(true);
  for (const role of ['viewer', 'editor'] as const) expect(await seen(role)).toBe(false);
});

test('a page that an update gave another address stands there until it has another one', async () => {
  const { db } = app.site;
  const page = { title: 'Go board', text: '', place: 'none', publish_at: null, version: 1, updated_at: 1 };
  await db.write(async (tx) => {
    await tx.query
      .insertInto('pages')
      .values({ ...page, key: 'go', slug: 'go-2' })
      .execute();
    await writeNote(tx, 'moved pages', JSON.stringify([{ key: 'go', slug: 'go-2' }]));
  });
  const { cookie } = await withRole('editor');
  const home = (await homeOf(cookie)).replaceAll('<!-- -->', '');
  expect(mendedAt(home)).toContain('/admin/pages#edit/go');
  expect(home).toContain('is now at /go-2: since an update, the site itself uses its old address');
  await db.write(({ query }) => query.updateTable('pages').set({ slug: 'go-board' }).where('key', '=', 'go').execute());
  expect(mendedAt(await homeOf(cookie))).not.toContain('/admin/pages#edit/go');
});

test('a proposal that was sent back stands there for the person who made it, and says what is missing', async () => {
  const cora = await seedPerson(app, { admin: false, role: 'committee', committees: ['games'] });
  const sentBack = { publish_at: NEVER, proposed_by: cora.uid, proposed_at: 1, sent_back: 'A room' };
  await insertEvents(app.site.db, eventRow('chess', { title: 'Chess', committee: 'games', ...sentBack }));
  const home = textOf(await homeOf(cora.cookie));
  expect(home).toContain('Chess was sent back. What is missing: A room');
  expect(home).not.toContain('Nothing needs your attention.');
  const another = await seedPerson(app, { admin: false, role: 'committee', committees: ['games'] });
  for (const { cookie } of [another, await withRole('admin')])
    expect(textOf(await homeOf(cookie))).not.toContain('was sent back.');
  const more = ['a', 'b', 'c', 'd'].map((key) => eventRow(key, { title: key, committee: 'games', ...sentBack }));
  await insertEvents(app.site.db, ...more);
  expect(textOf(await homeOf(cora.cookie))).toContain('2 more were sent back: see Events');
});

test('the foot of the admin home says which version this is, to every role', async () => {
  for (const role of ['admin', 'viewer'] as const) {
    const home = (await homeOf((await withRole(role)).cookie)).replaceAll('<!-- -->', '');
    expect(home.slice(home.lastIndexOf('<p', home.indexOf('</main>')))).toContain(`>Clubroom ${version}</p>`);
  }
});

test('what is fine as it is goes to the hidden ones, and comes back', async () => {
  const editor = await withRole('editor');
  const rows = () => app.site.db.query.selectFrom('settled_findings').selectAll().execute();
  const home = await homeOf(editor.cookie);
  expect(home).toContain('has no picture');
  expect(home).not.toContain('Hidden:');
  const act = async (verb: string, sent: object) =>
    (
      await app.get('/admin/home.data', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...editor.sending },
        body: JSON.stringify({ verb, ...sent }),
      })
    ).status;
  const where = { midnight: 0, weekEnd: 0, timeZone: 'America/Toronto' };
  const actor = { uid: editor.uid, name: 'E', email: 'e@example.edu', role: 'editor' as const };
  const finding = (await listFindings(app.site.db, actor, where)).open.find(({ kind }) => kind === 'portrait');
  const sent = { id: finding?.id ?? '', state: finding?.state ?? '' };
  expect(await act('fine', { ...sent, state: 'other' })).toBe(404);
  expect(await act('fine', sent)).toBe(200);
  expect(await rows()).toEqual([{ finding: sent.id, state: sent.state }]);
  expect((await homeOf(editor.cookie)).replaceAll('<!-- -->', '')).toContain('Hidden: 1, show');
  expect(await act('not fine', sent)).toBe(200);
  expect(await rows()).toEqual([]);
  expect(await act('send again', { key: 'some' })).toBe(403);
});

test('the activity says who was made an admin, and by whom', async () => {
  const { cookie } = await withRole('admin');
  await app.site.db.write(async (tx) => {
    await noteActivity(tx, null, 'granted', 'user', 'grace', 'Grace');
    await noteActivity(tx, null, 'revoked', 'user', 'linus', 'Linus');
  });
  const text = textOf(await homeOf(cookie));
  expect(text).toContain('Grace was made an admin by the person who runs the site');
  expect(text).toContain('Linus was removed as an admin by the person who runs the site');
});
