import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askInTime } from './worker.ts';

const server = createServer((request, response) => {
  response.statusCode = Number(request.url?.slice(1));
  response.end('It says so');
});
let url = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/`;
});
afterAll(() => server.close());

test.each([200, 304, 401, 403, 404, 410])('%i is an answer', async (status) => {
  expect((await askInTime(new Request(url + status)))?.status).toBe(status);
});

test.each([408, 425, 429, 500, 502, 503, 504])('%i is none: what is on the phone is shown', async (status) => {
  expect(await askInTime(new Request(url + status))).toBeUndefined();
});
