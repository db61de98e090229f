// The twin: a bare node:http server that keeps what a site answers, its pages without scripts, in a process of its own.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { ask, textOf, type Answer } from './ask.ts';
import { portOf } from './free-port.ts';

const SET_BY_NODE = /^(date|connection|keep-alive|transfer-encoding|content-length)$/i;
const SCRIPTS = /<script\b.*?<\/script>|<link rel="modulepreload"[^>]*>/gs;

const [site]: string[] = await once(process, 'message');
const kept = new Map<string, Promise<Answer>>();

const server = createServer((request, response) => {
  const path = request.url ?? '/';
  const answer = kept.get(path) ?? askOnce(path);
  kept.set(path, answer);
  answer.then(
    ({ status, headers, body }) => {
      response.writeHead(status, headers);
      response.end(body);
    },
    () => response.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.(portOf(server)));
process.once('disconnect', () => process.exit(0));

async function askOnce(path: string): Promise<Answer> {
  const answer = await ask(site + path);
  const headers = answer.headers.flatMap((name, index) =>
    index % 2 === 0 && !SET_BY_NODE.test(name) ? [name, answer.headers[index + 1] ?? ''] : [],
  );
  const isPage = headers.some((header) => header.startsWith('text/html'));
  if (!isPage) return { ...answer, headers };
  const page = textOf(answer).replaceAll(SCRIPTS, '');
  return { ...answer, headers, body: headers.includes('br') ? brotliCompressSync(page) : Buffer.from(page) };
}
