import type { Answer } from './ask.ts';
import { startChildServer } from './child-server.ts';
import type { Target } from './site.ts';

/** Starts a bare node:http server that writes the same bytes and headers as `answer`. */
export function startFloor({ status, headers, body }: Answer): Promise<Target & AsyncDisposable> {
  return startChildServer('floor-server.ts', { status, headers, body: body.toString('base64') });
}
