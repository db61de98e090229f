import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newLink } from '../../app/domain/sign-ups/links.ts';
import { startApp, type RunningApp } from '../app.ts';
import { plantTalk } from '../cast.ts';
import { eventRow, insertEvents } from '../event-rows.ts';
import { insertPersonForm, insertSignUps, signUpRow } from '../sign-ups.ts';

const TICKET = 'AAAA2222';
const GUESS = 'QQQQ9999';

let app: RunningApp;
let patterns: string[];
let token: string;

/** Ana is in the draw of the talk; that of the jam has been held. */
beforeAll(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } });
  // No two answers of this one are alike.
  patterns = [...new Set(app.routes.map(({ path }) => path))].filter((path) => path !== '/api/attest/challenge');
  const { db } = app.site;
  const secret = randomBytes(32).toString('hex');
  const draw = { draw: 1, places: 2, draw_secret: secret };
  const ana = signUpRow('form', 'ana', { state: 'entered', ticket: TICKET });
  await plantTalk(db, { form: { ...draw, closes: Date.now() + 3_600_000 }, people: [ana] });
  await insertEvents(db, eventRow('jam', { title: 'Jam', form_id: 'jamform', time_start: Date.now() + 9_000_000 }));
  await insertPersonForm(db, 'jamform', {
    ...draw,
    closes: 1,
    drawn_at: 2,
    drawn: '{"places":2,"tickets":["JAMM2222"]}',
  });
  await insertSignUps(db, [signUpRow('jamform', 'ben', { ticket: 'JAMM2222' })]);
  token = await db.write((tx) => newLink(tx, 'form', 'ana'));
});

afterAll(() => app.close());

interface Sent {
  method: string;
  path: string;
  body?: string;
}

/** What somebody types is put wherever an address has room for it, and beside the addresses of both events. */
function sendings(typed: string): Sent[] {
  const filled = patterns.flatMap((pattern) => [
    pattern
      .replace(/:file\{[^}]+\}/, `${typed}.ics`)
      .replaceAll(/:\w+/g, typed)
      .replace('*', typed),
    ...['talk', 'jam'].map((key) =>
      pattern
        .replace(/:file\{[^}]+\}/, `${key}.ics`)
        .replace(/:(?:formId|form)\b/, key === 'talk' ? 'form' : 'jamform')
        .replace(/:(?:id|key)\b/, key)
        .replaceAll(/:\w+/g, typed)
        .replace('*', typed),
    ),
  ]);
  return [...new Set(filled)].flatMap((path) => [
    { method: 'GET', path },
    { method: 'GET', path: `${path}.data?ticket=${typed}&q=${typed}&preview=${typed}` },
    { method: 'POST', path, body: `{"verb":"confirm","ticket":"${typed}","token":"${typed}"}` },
  ]);
}

let visitors = 0;

/** What is said, but for what was typed and what no two answers share. */
async function answerTo({ path, ...sent }: Sent, typed: string): Promise<string> {
  visitors++;
  const headers = {
    origin: app.url,
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': `10.0.${visitors >> 8}.${visitors & 255}`,
  };
  const answer = await app.get(path, { ...sent, headers, signal: AbortSignal.timeout(20_000) });
  const told = ['location', 'set-cookie', 'cache-control', 'x-robots-tag', 'content-type'];
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) await answer.body?.cancel();
  const text = [
    String(answer.status),
    ...told.map((name) => `${name}: ${answer.headers.get(name)?.replaceAll(/clubroom_\w+=[^;]+/g, '') ?? ''}`),
    isStream ? '' : await answer.text(),
  ].join('\n');
  return text
    .replaceAll(new RegExp(typed, 'gi'), 'typed')
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/[\w-]{43,}|\d{13}/g, '');
}

test.each([
  ['a ticket', () => TICKET, () => GUESS, /never/],
  // It opens its own sign-up, and is answered there alone.
  ['a sign-up’s token', () => token, () => randomBytes(24).toString('base64url'), /^\/(?:sign-ups|still-coming)\//],
])(
  '%s, typed into every address, is answered as a guess is',
  async (_what, secret, guess, own) => {
    const [typed, guessed] = [secret(), guess()];
    const others = sendings(guessed);
    const different: string[] = [];
    let compared = 0;
    for (const [at, sent] of sendings(typed).entries()) {
      const other = others[at];
      if (!other || own.test(sent.path)) continue;
      compared++;
      const [one, two] = await Promise.all([answerTo(sent, typed), answerTo(other, guessed)]);
      if (one !== two) different.push(`${sent.method} ${sent.path}\n${one.slice(0, 600)}\n— but\n${two.slice(0, 600)}`);
    }
    expect(compared).toBeGreaterThan(300);
    expect(different).toEqual([]);
  },
  300_000,
);

test('by the same search a sign-up’s own address is told from a guess', async () => {
  const path = `/sign-ups/${token}`;
  expect((await app.get(path)).status).toBe(200);
  expect(await (await app.get(path)).text()).toContain(TICKET);
  expect((await app.get('/sign-ups/guess')).status).toBe(404);
});

test('a ticket is in the list of its own draw alone', async () => {
  const read = async (key: string) => (await app.get(`/events/${key}/draw.json?ticket=${TICKET}`)).text();
  expect(await read('talk')).not.toContain(TICKET);
  expect(await read('jam')).toContain('JAMM2222');
  expect(await read('jam')).not.toContain(TICKET);
});
