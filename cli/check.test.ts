import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { admin } from '../test/actors.ts';
import { freePort } from '../test/app.ts';
import { CERTIFICATE, KEY } from '../test/certificate.ts';
import { describeOnDatabases, type TestDatabase } from '../test/databases.ts';
import { makeOlder } from '../test/older-data.ts';
import { noteBackup } from '../app/db/last-backup.ts';
import { addItem } from '../app/domain/handover/items.ts';
import { noteRefusedSite } from '../app/domain/users/refused-site.ts';

describeOnDatabases('npm run club -- check', (open) => {
  let folder: string;
  let site: TestDatabase;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clubroom-'));
    site = await open();
    await site.db.write((tx) => noteBackup(tx, { takenAt: Date.now(), digest: 'a'.repeat(64), lost: [] }));
  });
  afterEach(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function check(settings: NodeJS.ProcessEnv = {}, ...args: string[]) {
    const env = {
      ...process.env,
      DATA_DIR: site.dataDir,
      DATABASE_URL: site.databaseUrl,
      CLUB_CONFIG: resolve('club.config.ts'),
      SESSION_SECRET: 'a secret of thirty-two characters',
      ...settings,
    };
    const command = [join(import.meta.dirname, 'club.ts'), 'check', ...args];
    const child = spawn(process.execPath, command, { cwd: folder, env });
    const closed = new Promise<number | null>((ended) => child.on('close', ended));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    // How much room this machine has is no matter of the test.
    const lines = out.split('\n').filter((line) => !line.includes('Free disk'));
    return { lines, err, code };
  }

  test('names each thing, its setting and who must do what, and ends with 1 where something is wrong', async () => {
    await addItem(site.db, admin, { title: 'Domain\u001b[31m', owner: 'bob@example.org', endsOn: '2020-01-31' });
    await addItem(site.db, admin, { title: 'Bank', owner: 'Old Bob', secondOwner: 'amy@example.org' });
    const { lines, err, code } = await check();
    expect([err, code]).toEqual(['', 1]);
    expect(lines).toContainEqual(
      expect.stringMatching(/^ok {5}Bank: .*, then note its next end \(Old Bob: No address\)$/),
    );
    expect(lines[0]).toBe(
      'WRONG  Domain [31m: Ended on Jan 31, 2020. [/admin/dates] bob@example.org: renew it or pass it on, then note its next end (No second owner)',
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^ok {5}Backup: The newest good one is from .*\. \[DATA_DIR\] Every Admin: run /),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^ok {5}Mail: SMTP_URL is not set: .* \[SMTP_URL\] Every Admin: set SMTP_URL to the club’s mail server, and restart the site/,
      ),
    );
    expect(lines.at(-2)).toMatch(/^\d things, \d wrong$/);
  });

  test('reads the certificate at the site’s own address', async () => {
    const port = await freePort();
    const server = createServer({ key: KEY, cert: CERTIFICATE });
    await once(server.listen(port, 'localhost'), 'listening');
    const { lines } = await check({ PUBLIC_URL: `https://localhost:${port}` });
    server.close();
    const ends =
      /^(ok {5}|WRONG {2})Certificate of localhost: End(s|ed) on Jan 11, 2027\. \[PUBLIC_URL\] Every Admin: renew it/;
    expect(lines).toContainEqual(expect.stringMatching(ends));
  });

  test('says why a certificate cannot be read, and what the identity provider refuses', async () => {
    await noteRefusedSite(site.db, 'invalid_client');
    const oidc = { OIDC_ISSUER: 'https://accounts.example.com', OIDC_CLIENT_ID: 'club', OIDC_CLIENT_SECRET: 'secret' };
    const { lines, code } = await check({ ...oidc, PUBLIC_URL: `https://localhost:${await freePort()}` });
    expect(code).toBe(1);
    expect(lines).toContainEqual(
      expect.stringMatching(/^ok {5}Certificate of localhost: It could not be read: .*ECONNREFUSED.*\[PUBLIC_URL\]/),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^WRONG {2}Sign-in: .*: invalid_client\. \[OIDC_CLIENT_SECRET\] Every Admin: /),
    );
  });

  test('names files that were lost before the newest backup, and is not wrong for them', async () => {
    const lost = ['2026/1/1/x/a.pdf is not in the storage'];
    await site.db.write((tx) => noteBackup(tx, { takenAt: Date.now(), digest: 'b'.repeat(64), lost }));
    const { lines } = await check();
    expect(lines).toContain('Lost before the newest backup: 2026/1/1/x/a.pdf is not in the storage');
    expect(lines.filter((line) => line.startsWith('WRONG'))).toEqual([]);
  });

  test('with an argument too many, or on data of another version, does nothing', async () => {
    expect(await check({}, 'all')).toMatchObject({
      lines: [''],
      err: expect.stringContaining('one argument too many'),
    });
    await makeOlder(site.db);
    expect(await check()).toMatchObject({ lines: [''], err: expect.stringContaining('nothing was changed'), code: 1 });
  });
});
