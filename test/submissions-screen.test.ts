import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newKey } from '../app/domain/keys.ts';
import type { RunningApp } from './app.ts';
import { seedAdmin, seedMember } from './people.ts';
import { proxiedApps } from './proxied-apps.ts';

const FILE = '/admin/submissions/contact/submissions.csv';
/** 8:00 in the morning, and later, at the club. */
const MORNING = Date.UTC(2026, 10, 20, 13);

describe.each(proxiedApps)('what the forms received, on %s', (_name, open) => {
  let app: RunningApp;
  let asAdmin: { headers: { cookie: string } };

  beforeAll(async () => {
    app = await open();
    asAdmin = { headers: { cookie: (await seedAdmin(app)).cookie } };
  });

  afterAll(() => app.close());

  beforeEach(() => app.site.db.write(({ query }) => query.deleteFrom('submissions').execute()));

  async function store(values: Record<string, string>[]): Promise<void> {
    const rows = values.map((answers, index) => ({
      form: 'contact',
      key: newKey(MORNING + index),
      answers: JSON.stringify(answers),
      created_at: MORNING + index * 1000,
    }));
    await app.site.db.write(({ query }) => query.insertInto('submissions').values(rows).execute());
  }

  test('a table per form, newest first, with a heading for each field', async () => {
    await store([
      { name: 'Sam', email: 'sam@example.edu', message: 'First' },
      { name: 'Alex', email: 'alex@example.edu', message: '<b>Second</b>' },
    ]);
    const text = await (await app.get('/admin/submissions', asAdmin)).text();
    for (const title of ['Member sign-ups', 'Chat invites', 'Contact messages', 'Executive applications']) {
      expect(text).toMatch(new RegExp(`<h2[^>]*>${title}</h2>`));
    }
    const cells = [...text.matchAll(/<t[dh][^>]*>([^<]*)<\/t/g)].map(([, cell]) => cell);
    expect(cells).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Fri Nov 20( 2026)?, 8 AM$/),
        'Alex',
        'alex@example.edu',
        '&lt;b&gt;Second&lt;/b&gt;',
        'Sam',
      ]),
    );
    expect(cells.indexOf('Alex')).toBeLessThan(cells.indexOf('Sam'));
  });

  test('whoever wrote is replied to by mail, and forms that no page shows stand aside while they are empty', async () => {
    await store([
      { name: 'Sam', email: 'sam@example.edu', message: 'First' },
      { name: 'Alex', email: 'nowhere', message: 'Second' },
    ]);
    const page = await (await app.get('/admin/submissions', asAdmin)).text();
    const text = page.slice(page.indexOf('<h1'));
    const replies = [...text.matchAll(/href="mailto:([^?"]*)\?subject=/g)].map(([, to]) => to);
    expect(replies).toEqual(['sam%40example.edu']);
    const aside = text.slice(text.indexOf('<details'), text.indexOf('</details>'));
    for (const title of ['Executive applications', 'Merchandise orders']) expect(aside).toContain(`>${title}</h2>`);
    expect(aside).not.toContain('Contact messages');
  });

  test('of thousands the newest are shown, and all where that is asked for', async () => {
    await store(Array.from({ length: 1500 }, (_, index) => ({ email: `visitor${index}@example.edu` })));
    const newest = await (await app.get('/admin/submissions', asAdmin)).text();
    expect(newest).toContain('The newest 100 of 1,500');
    expect(newest).toContain('visitor1499@');
    expect(newest).not.toContain('visitor1399@');
    const all = await (await app.get('/admin/submissions?all=contact', asAdmin)).text();
    expect(all).toContain('1,500 in all');
    expect(all).toContain('visitor0@');
  });

  test('an Admin is done with one: it stands aside for everyone, is still in the file, and can be new again', async () => {
    await store([
      { name: 'Sam', email: 'sam@example.edu', message: 'First' },
      { name: 'Alex', email: 'alex@example.edu', message: 'Second' },
    ]);
    const rows = await app.site.db.query.selectFrom('submissions').select('key').orderBy('key').execute();
    const address = `/admin/submissions/contact/${rows[0]?.key}/done`;
    const send = (method: string, to = address, as = asAdmin) =>
      app.get(`${to}.data`, {
        method,
        headers: { ...as.headers, origin: app.url, 'content-type': 'application/json' },
        body: '{}',
      });
    const shown = async () => {
      const text = await (await app.get('/admin/submissions', asAdmin)).text();
      const table = (label: string) =>
        text.split('<table').find((part) => part.split('>')[0]?.includes(`aria-label="${label}"`)) ?? '';
      return {
        fresh: ['Sam', 'Alex'].filter((name) => table('Contact messages').includes(`>${name}<`)),
        done: ['Sam', 'Alex'].filter((name) => table('Contact messages, done').includes(`>${name}<`)),
        says: /\d+ new, \d+ in all/.exec(text)?.[0],
      };
    };
    expect(await shown()).toEqual({ fresh: ['Sam', 'Alex'], done: [], says: undefined });
    expect((await send('POST')).status).toBe(200);
    expect((await send('POST')).status).toBe(200);
    expect(await shown()).toEqual({ fresh: ['Alex'], done: ['Sam'], says: '1 new, 2 in all' });
    expect(await (await app.get(FILE, asAdmin)).text()).toContain('sam@example.edu');
    expect((await send('DELETE')).status).toBe(200);
    expect(await shown()).toEqual({ fresh: ['Sam', 'Alex'], done: [], says: undefined });

    expect((await send('POST', '/admin/submissions/contact/nobody/done')).status).toBe(404);
    expect((await send('POST', address.replace('contact', 'nobody'))).status).toBe(404);
    const member = { headers: { cookie: (await seedMember(app)).cookie } };
    expect((await send('POST', address, member)).status).toBe(403);
    expect(await shown()).toEqual({ fresh: ['Sam', 'Alex'], done: [], says: undefined });
  });

  test('the file holds everything, for spreadsheets, and runs nothing', async () => {
    await store([
      { name: '=HYPERLINK("https://evil.example")', email: 'sam@example.edu', message: 'one\ntwo' },
      { name: 'Zoë', email: 'zoe@example.edu', message: '' },
    ]);
    const answer = await app.get(FILE, asAdmin);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*Contact%20messages/);
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(
      '\uFEFFReceived,Name,Email,Message\r\n' +
        '2026-11-20 08:00:01,Zoë,zoe@example.edu,\r\n' +
        `2026-11-20 08:00:00,"'=HYPERLINK(""https://evil.example"")",sam@example.edu,"one\ntwo"\r\n`,
    );
    expect((await app.get('/admin/submissions/nobody/submissions.csv', asAdmin)).status).toBe(404);
  });

  test('is for admins only', async () => {
    await store([{ email: 'secret@example.edu' }]);
    const member = { headers: { cookie: (await seedMember(app)).cookie } };
    for (const path of [FILE, '/admin/submissions', '/admin/submissions.data']) {
      for (const init of [{}, member]) {
        const answer = await app.get(path, init);
        expect([302, 401, 403]).toContain(answer.status);
        expect(await answer.text()).not.toContain('secret@example.edu');
      }
    }
  });
});
