import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wallMoment } from '../app/time/wall-text.ts';
import { startApp, type RunningApp } from './app.ts';
import { eventSent, fieldSent } from './event-inputs.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { seedAdmin, seedMember, sendAs, type Person } from './people.ts';

describe('the events’ screens over HTTP', () => {
  let app: RunningApp;
  let admin: Person;
  beforeAll(async () => {
    app = await startApp();
    admin = await seedAdmin(app);
  });
  afterAll(() => app.close());

  async function send(command: unknown, sending: Record<string, string> = admin.sending) {
    const { status, text } = await sendAs(app, { sending }, '/admin/events.data', command);
    return { status, text };
  }
  const ask = (path: string, { cookie }: Person = admin) => app.get(path, { headers: { cookie } });
  const stored = () => app.site.db.query.selectFrom('events').selectAll().orderBy('key').execute();

  async function add(given: Parameters<typeof eventSent>[0]): Promise<string> {
    const before = new Set((await stored()).map(({ key }) => key));
    expect((await send({ verb: 'add', input: eventSent(given) })).status).toBe(200);
    const key = (await stored()).map((row) => row.key).find((one) => !before.has(one));
    if (key === undefined) throw new Error('Nothing was added');
    return key;
  }

  /** An event with a form of one field, and responses to it, one after the other. */
  async function addWithResponses(title: string, label: string, ...answers: (string | boolean)[]) {
    const key = await add({ title, hasForm: true, fields: [fieldSent(label)] });
    const { input } = await (await ask(`/admin/events/${key}/edit`)).json();
    const name: string = input.fields[0].name;
    const formId = (await stored()).find((row) => row.key === key)?.form_id ?? '';
    for (const [at, answer] of answers.entries()) {
      const created_at = Date.parse('2026-07-01T12:00:05-04:00') + at * 60_000;
      const row = { form_id: formId, key: `entry-${at}`, answers: JSON.stringify({ [name]: answer }), created_at };
      await app.site.db.write(({ query }) => query.insertInto('entries').values(row).execute());
    }
    return { key, formId };
  }

  test('what is saved is on the admin screen and on the public pages at the next request', async () => {
    await app.get('/events');
    const key = await add({ title: 'Next-Request Talk', start: '2098-05-01T10:00', end: '2098-05-01T11:00' });
    expect(await (await app.get('/events')).text()).toContain('Next-Request Talk');
    const page = await (await ask('/admin/events')).text();
    expect(page).toContain('Next-Request Talk');
    expect(page).toContain('2098-05-01');
    const { version, input } = await (await ask(`/admin/events/${key}/edit`)).json();
    const save = (title: string) => send({ verb: 'update', key, version, input: { ...input, title } });
    expect((await save('Renamed Talk')).status).toBe(200);
    expect(await (await app.get(`/events/${key}`)).text()).toContain('Renamed Talk');
    const second = await save('Overwritten Talk');
    expect(second.status).toBe(409);
    expect(second.text).toContain('Renamed Talk');
    expect((await stored()).find((row) => row.key === key)).toMatchObject({ title: 'Renamed Talk' });
  });

  test('a new event whose answer was lost is sent again and stored once', async () => {
    const before = (await stored()).length;
    const once = crypto.randomUUID();
    const input = eventSent({ title: 'Sent Twice', repeatWeekly: '2' });
    const first = await send({ verb: 'add', once, input });
    expect(first.status).toBe(200);
    expect(await send({ verb: 'add', once, input })).toEqual(first);
    expect((await stored()).length).toBe(before + 3);
    const [{ key } = { key: '' }] = await stored();
    const copy = { verb: 'add', copyOf: key, once: crypto.randomUUID(), input };
    expect(await send(copy)).toEqual(await send(copy));
    expect((await stored()).length).toBe(before + 6);
    const changed = await send({ verb: 'add', once, input: { ...input, title: 'Other' } });
    expect(changed).toEqual({ status: 422, text: expect.stringContaining('created already') });
    for (const wrong of ['', 'x', 'x'.repeat(65), 1, null])
      expect((await send({ verb: 'add', once: wrong, input })).status).toBe(422);
    expect((await stored()).length).toBe(before + 6);
  });

  test('what cannot be taken is answered with a sentence per field, and nothing is stored', async () => {
    const before = await stored();
    const refused = await send({
      verb: 'add',
      input: eventSent({
        title: '',
        start: '2026-03-08T02:30',
        hasSignup: true,
        signupUrl: 'javascript:alert(1)',
        hasForm: true,
        fields: [fieldSent('Size', { type: 'radio', options: ['S', 'S'] })],
      }),
    });
    expect(refused.status).toBe(422);
    for (const said of [
      'Please enter a title',
      `The next one is ${wallMoment('2026-03-08T03:00')}`,
      'Another option already has this name',
    ]) {
      expect(refused.text).toContain(said);
    }
    const odd = ['', 'null', '[]', '{"verb":"add"}', '{"verb":"add","input":{"title":7}}', '{"verb":"drop"}', '"x"'];
    for (const command of [...odd, { verb: 'add', input: { ...eventSent(), admin: true } }]) {
      expect((await send(command)).status).toBe(422);
    }
    expect((await send({ verb: 'update', key: 'none', version: 0, input: eventSent() })).status).toBe(404);
    expect((await send({ verb: 'remove', keys: [] })).status).toBe(422);
    expect(await stored()).toEqual(before);
  });

  test('only admins may: others are refused and nothing changes', async () => {
    const { key } = await addWithResponses('Guarded', 'Name', 'Sam Private');
    const before = await stored();
    const member = await seedMember(app);
    for (const [headers, status] of [
      [member.sending, 403],
      [{ origin: app.url, 'sec-fetch-site': 'same-origin' }, 401],
      [{ cookie: admin.cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ] as const) {
      for (const command of [
        { verb: 'add', input: eventSent() },
        { verb: 'remove', keys: [key] },
      ]) {
        expect((await send(command, headers)).status).toBe(status);
      }
      expect((await sendAs(app, { sending: headers }, '/admin/responses-to-remove.data', { keys: [key] })).status).toBe(
        status,
      );
    }
    for (const path of ['draft', 'responses.csv']) {
      for (const person of [member, { ...member, cookie: '' }]) {
        const answer = await ask(`/admin/events/${key}/${path}`, person);
        expect(answer.ok).toBe(false);
        expect(await answer.text()).not.toContain('Sam Private');
      }
    }
    expect(await stored()).toEqual(before);
  });

  test('an unknown event is a page that says so, with status 404, also as data and as a file', async () => {
    const page = await ask('/admin/events/none');
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('Event doesn&#x27;t exist.');
    expect((await ask('/admin/events/none/edit')).status).toBe(404);
    expect((await ask('/admin/events/none/responses.csv')).status).toBe(404);
  });

  test('responses come as a file for spreadsheets, newest first, in the club’s zone', async () => {
    const { key, formId } = await addWithResponses('Ünïcode, Night', 'Your name, please', 'Zoë', '=1+1');
    const answer = await ask(`/admin/events/${key}/responses.csv?form=${formId}`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const name = /filename\*=UTF-8''(\S+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
    expect(decodeURIComponent(name)).toMatch(/^Responses Ünïcode-Night \d{4}-\d{2}-\d{2}\.csv$/);
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(
      '\uFEFFReceived,"Your name, please"\r\n2026-07-01 12:01:05,\'=1+1\r\n2026-07-01 12:00:05,Zoë\r\n',
    );
    expect((await ask(`/admin/events/${key}/responses.csv?form=another`)).status).toBe(404);
  });

  test('a box is ticked or not in the same words on the screen and in the file', async () => {
    const { key } = await addWithResponses('Boxes', 'First time', true, false);
    expect((await (await ask(`/admin/events/${key}/responses.csv`)).text()).match(/,(\w+)\r\n/g)).toEqual([
      ',No\r\n',
      ',Yes\r\n',
    ]);
    expect(await (await ask(`/admin/events/${key}`)).text()).toMatch(/<td[^>]*>No<.*<td[^>]*>Yes</s);
  });

  test('the page of an event shows its responses, or that it has no form', async () => {
    const { key } = await addWithResponses('With responses', 'Shirt size', 'Medium');
    const page = await (await ask(`/admin/events/${key}`)).text();
    for (const shown of ['Event Management', 'Event page', 'Shirt size', 'Medium', 'Copy column', 'Download CSV']) {
      expect(page).toContain(shown);
    }
    // The event itself comes before what visitors see of it.
    expect(page).toMatch(/<h2[^>]*>Event<.*<h3[^>]*>With responses<.*<strong>1<\/strong>.*Edit event.*<details/s);
    const plain = await add({ title: 'Plain' });
    expect(await (await ask(`/admin/events/${plain}`)).text()).toContain('No form for this event!');
  });

  test('thousands of events come a page at a time, and are found by their words', async () => {
    const rows = Array.from({ length: 450 }, (_, at) =>
      eventRow(`bulk-${at}`, { title: `Bulk ${at}`, time_start: 1_000_000 + at }),
    );
    await insertEvents(app.site.db, ...rows);
    const count = async (query: string) => {
      const page = await (await ask(`/admin/events${query}`)).text();
      return page.match(/aria-label="Select [^a]/g)?.length;
    };
    expect(await count('?search=bulk')).toBe(200);
    expect(await count('?search=44+BULK')).toBe(14);
    for (const odd of ['?show=-1', '?show=x', '?show=1e9&search=%00', '?search=%25', '?search=%27%3B--']) {
      expect((await ask(`/admin/events${odd}`)).status).toBe(200);
    }
  });
});
