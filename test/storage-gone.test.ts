import { randomBytes, randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StoredFile } from '../app/domain/files/stored-file.ts';
import { startApp } from './app.ts';
import { seedAdmin } from './people.ts';

test('while the folder is gone an upload is answered with 503, and works again afterwards', async () => {
  const app = await startApp();
  try {
    const admin = await seedAdmin(app);
    const files = join(app.dataDir, 'files');
    const put = (body: BodyInit) =>
      app.get(`/api/uploads/${randomUUID()}?name=a.bin`, { method: 'PUT', headers: admin.sending, body });
    await rename(files, `${files}-away`);
    const refused = await put(randomBytes(5_000_000));
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining('try again') });
    await rename(`${files}-away`, files);
    expect((await put('hello')).status).toBe(201);
  } finally {
    await app.close();
  }
});

test('while the folder cannot be written to, an upload is answered with 503, and what is stored is served', async () => {
  const app = await startApp();
  try {
    const admin = await seedAdmin(app);
    const put = () =>
      app.get(`/api/uploads/${randomUUID()}?name=a.bin`, { method: 'PUT', headers: admin.sending, body: 'hello' });
    const { url }: StoredFile = await (await put()).json();
    // A file where the folder for arriving content was: what any user of the machine, root included, cannot write into.
    const incoming = join(app.dataDir, 'files', '.incoming');
    await rename(incoming, `${incoming}-away`);
    await writeFile(incoming, '');
    expect([(await put()).status, (await app.get(url)).status]).toEqual([503, 200]);
    await rm(incoming);
    await rename(`${incoming}-away`, incoming);
    expect((await put()).status).toBe(201);
  } finally {
    await app.close();
  }
});
