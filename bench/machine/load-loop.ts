// Asks for one address on many connections at once; the same work for floor and site.
import { Agent, get } from 'node:http';
import type { LoadOptions } from './load.ts';

process.once('message', ({ url, seconds, connections }: LoadOptions & { url: string }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let requests = 0;
  let running = connections;

  function end(failure?: string) {
    process.send?.({ requests, seconds: (performance.now() - startedAt) / 1000, failure }, () => process.exit(0));
  }
  function next() {
    if (performance.now() >= until) {
      if (--running === 0) end();
      return;
    }
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      if ((response.statusCode ?? 0) >= 400) end(`answered ${response.statusCode}`);
      response.resume().on('end', () => {
        requests++;
        next();
      });
    }).on('error', (error) => end(error.message));
  }
  for (let started = 0; started < connections; started++) next();
});
