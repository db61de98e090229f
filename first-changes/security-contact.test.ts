import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../test/app.ts';

test('/.well-known/security.txt says whom to tell, and until when that holds', async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const answer = await app.get('/.well-known/security.txt');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = (await answer.text()).split('\n');
  expect(lines).toContain(`Contact: mailto:${app.site.club.club.email}`);
  const expires = Date.parse(lines.find((line) => line.startsWith('Expires: '))?.slice(9) ?? '');
  const days = (expires - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(370);
});
