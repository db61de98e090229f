// The floor of streams: a bare node:http server that keeps its answers open and writes the same bytes to each.
import { createServer, type ServerResponse } from 'node:http';
import { portOf } from './free-port.ts';

const open = new Set<ServerResponse>();
const CHANGE = Buffer.from('event: change\ndata: {"topic":"event","key":"-BenchChanged"}\n\n');

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
  response.write('retry: 3000\n\n');
  open.add(response);
  response.on('close', () => open.delete(response));
});
process.on('message', () => {
  for (const response of open) response.write(CHANGE);
});
process.once('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.(portOf(server)));
