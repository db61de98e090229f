import type { Writable } from 'node:stream';
import type { RequestLog } from './trace-requests.ts';

const MOST_GATHERED = 32 * 1024;
const GATHER_MS = 250;

/** Holds no path, query, address, browser or person. Gathered, so that a busy site does not wait for its log. */
export function createRequestLog(output: Writable): RequestLog {
  let gathered = '';
  let timer: NodeJS.Timeout | undefined;
  let last = { at: 0, text: '' };

  function timeText(): string {
    const at = Date.now();
    if (at !== last.at) last = { at, text: new Date(at).toISOString() };
    return last.text;
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (gathered === '') return;
    const text = gathered;
    gathered = '';
    output.write(text);
  }

  return {
    write({ id, method, name, cache }, status, milliseconds, bytes) {
      // Route names may hold a pattern with backslashes; the rest is ours, or was checked.
      const kept = cache ? `,"cache":"${cache}"` : '';
      gathered += `{"time":"${timeText()}","id":"${id}","method":"${method}","route":${JSON.stringify(name.route)},"status":${status},"ms":${milliseconds.toFixed(1)},"bytes":${bytes}${kept}}\n`;
      if (gathered.length >= MOST_GATHERED) flush();
      else timer ??= setTimeout(flush, GATHER_MS).unref();
    },
    flush,
  };
}
