import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databases } from '../../test/databases.ts';
import { openSource, type TestSource } from '../../test/event-rows.ts';
import { startLinkChecks } from './start-link-checks.ts';

const HALF_HOUR = 30 * 60_000;
let site: TestSource;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await site.close();
});

function start(settings: { publicUrl: string; checksLinks: boolean }) {
  const asked: string[] = [];
  const checks = startLinkChecks({ ...site, settings }, (address) => {
    asked.push(address);
    return Promise.resolve(200);
  });
  return { asked, stop: checks.stop };
}

test.each(databases)('links are asked a while after the start, by one copy at a time, on %s', async (_, open) => {
  site = await openSource(open);
  const settings = { publicUrl: 'https://club.example.edu', checksLinks: true };
  const copies = [start(settings), start(settings)];
  expect(copies.map(({ asked }) => asked)).toEqual([[], []]);
  await vi.advanceTimersByTimeAsync(HALF_HOUR);
  await vi.waitFor(() => expect(copies.flatMap(({ asked }) => asked)).toContain(site.club.chat.inviteUrl));
  await Promise.all(copies.map(({ stop }) => stop()));
  const busy = copies.filter(({ asked }) => asked.length > 0);
  // The embedded database has one process: there both are it.
  expect(busy.length).toBeLessThanOrEqual(site.db.dialect === 'postgres' ? 1 : 2);
  const kept = await site.db.query.selectFrom('link_checks').select('address').execute();
  expect(kept.map(({ address }) => address)).toContain(site.club.chat.inviteUrl);
});

test.each([
  ['it is turned off', { publicUrl: 'https://club.example.edu', checksLinks: false }],
  ['the site is only tried out', { publicUrl: 'http://localhost:3000', checksLinks: true }],
])('no link is asked where %s', async (_why, settings) => {
  site = await openSource();
  const { asked, stop } = start(settings);
  await vi.advanceTimersByTimeAsync(10 * HALF_HOUR);
  await stop();
  expect(asked).toEqual([]);
});
