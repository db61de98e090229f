// The floor: a bare node:http server that writes the bytes and headers it is told, in a process of its own.
import { createServer } from 'node:http';
import { portOf } from './free-port.ts';

const SET_BY_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

process.once('message', ({ status, headers, body }: { status: number; headers: string[]; body: string }) => {
  const bytes = Buffer.from(body, 'base64');
  const own = headers.flatMap((name, index) =>
    index % 2 === 0 && !SET_BY_NODE.has(name.toLowerCase()) ? [name, headers[index + 1] ?? ''] : [],
  );
  const server = createServer((_request, response) => {
    response.writeHead(status, own);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(portOf(server)));
});
process.once('disconnect', () => process.exit(0));
