import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freePort } from '../../test/app.ts';
import { listen } from './listen.ts';

test('stopping finishes what is running and does not wait for a connection that nobody uses', async () => {
  const port = await freePort();
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const stop = await listen(port, '127.0.0.1', (_request, response) => {
    onAsked();
    void allowed.then(() => response.end('the whole answer'));
  });
  const unused = connect(port, '127.0.0.1');
  await once(unused, 'connect');
  const used = connect(port, '127.0.0.1');
  used.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await asked;
  const stopped = stop();
  // Neither a time limit nor the client ends it.
  await once(unused, 'close');
  allow();
  expect(await text(used)).toContain('the whole answer');
  await stopped;
});
