import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { version } from '../../package.json' with { type: 'json' };
import { issueToken } from '../../app/attest/attestation.server.ts';
import { canHaveSmallDisk, startOnSmallDisk, type SmallDisk } from '../small-disk.ts';
import { PASSWORD, signedInLocally } from '../sign-in.ts';

const SECRET = 'a secret of the long tests, long enough';
const ENV = { CLUB_EMPTY: '1', SESSION_SECRET: SECRET, LOCAL_IDP_PASSWORD: PASSWORD };
const NO_ROOM = 'The site has no room left to save anything.';
const MESSAGE = { 'entry.3001': 'Sam', 'entry.3002': 'sam@example.edu', 'entry.3003': 'x'.repeat(1900) };

let dataDir: string;
let site: SmallDisk;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clubroom-disk-'));
  site = await startOnSmallDisk(dataDir, 24, ENV);
});
afterEach(async () => {
  site.process.kill('SIGKILL');
  await site.ended;
  await rm(dataDir, { recursive: true, force: true });
});

interface Answer {
  status: number;
  said: string;
}

async function answered(response: Promise<Response>): Promise<Answer> {
  const { status, text } = await response.then(async (one) => ({ status: one.status, text: await one.text() }));
  return { status, said: text };
}

const contact = () =>
  answered(
    fetch(`${site.url}/forms/d/e/contact/formResponse`, {
      method: 'POST',
      body: new URLSearchParams(MESSAGE),
      headers: {
        origin: site.url,
        accept: 'application/json',
        'x-attestation': issueToken(SECRET),
        'idempotency-key': randomUUID(),
      },
    }),
  );

test.skipIf(!canHaveSmallDisk())(
  'a full disk: uploads, forms and saves are answered with 507, pages go on, and all works once there is room',
  async () => {
    const browser = await signedInLocally(site, 'admin@localhost');
    const cookie = `clubroom_session=${browser.cookie('clubroom_session')}`;
    const sending = { cookie, origin: site.url, 'sec-fetch-site': 'same-origin' };
    const put = (bytes: number) =>
      answered(
        fetch(`${site.url}/api/uploads/${randomUUID()}?name=a.bin`, {
          method: 'PUT',
          headers: sending,
          body: Buffer.alloc(bytes, 'a'),
        }),
      );
    const save = (name: string) =>
      answered(
        fetch(`${site.url}/admin/execs.data`, {
          method: 'POST',
          headers: sending,
          body: JSON.stringify({
            verb: 'add',
            input: { name, title: 'Treasurer', description: 'y'.repeat(4900), isCurrentExec: true, image: null },
          }),
        }),
      );
    const names = async () => {
      const list: { name: string }[] = await (await fetch(`${site.url}/api/execs`)).json();
      return list.map(({ name }) => name);
    };
    expect([(await put(50_000)).status, (await contact()).status, (await save('before')).status]).toEqual([
      201, 200, 200,
    ]);
    await (await fetch(`${site.url}/team`)).text();

    const health = () => answered(fetch(`${site.url}/healthz`));
    expect(await health()).toEqual({ status: 200, said: `{"status":"ok","version":"${version}"}` });
    await site.fill();
    expect(await health()).toEqual({
      status: 200,
      said: `{"status":"ok","version":"${version}","writes":"disk full"}`,
    });
    const acknowledged = ['before'];
    const refused: Answer[] = [await put(2_000_000)];
    // What SQLite has set aside takes some writes yet.
    for (let round = 0; round < 40; round++) {
      const [exec, message] = [await save(`full-${round}`), await contact()];
      if (exec.status === 200) acknowledged.push(`full-${round}`);
      refused.push(...[exec, message].filter(({ status }) => status !== 200));
    }
    console.log(`full: ${refused.length} refused, ${acknowledged.length - 1} saves still taken`);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([507]));
    expect(refused.every(({ said }) => said.includes(NO_ROOM))).toBe(true);
    expect(refused.length).toBeGreaterThan(40);
    expect((await fetch(`${site.url}/team`)).status).toBe(200);

    await site.free();
    expect(await health()).toEqual({ status: 200, said: `{"status":"ok","version":"${version}"}` });
    expect([(await put(50_000)).status, (await contact()).status, (await save('after')).status]).toEqual([
      201, 200, 200,
    ]);
    expect((await names()).toSorted()).toEqual([...acknowledged, 'after'].toSorted());
    site.process.kill('SIGTERM');
    expect(await site.ended).toBe(0);
  },
);
