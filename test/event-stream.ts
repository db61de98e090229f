import type { RunningApp } from './app.ts';

/** What came over a `/live` stream, as a browser would tell it. */
export interface ServerSentEvent {
  event: string;
  data: unknown;
}

/** One open `/live` stream. */
export interface EventStream {
  response: Response;
  /** The next event; undefined where the stream has ended. */
  next: () => Promise<ServerSentEvent | undefined>;
  /** Everything until the stream ends, with the last `retry` it named. */
  rest: () => Promise<{ events: ServerSentEvent[]; retry: number | undefined }>;
  close: () => Promise<void>;
}

/** Opens a stream; it is taking part once this has come back. */
export async function openStream(app: Pick<RunningApp, 'get'>, cookie?: string, query = ''): Promise<EventStream> {
  const aborter = new AbortController();
  const headers: Record<string, string> = cookie ? { cookie } : {};
  const response = await app.get(`/live${query}`, { headers, signal: aborter.signal });
  const events: ServerSentEvent[] = [];
  let retry: number | undefined;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';

  async function read(): Promise<boolean> {
    const part = await reader?.read().catch(() => undefined);
    if (!part || part.done) return false;
    text += part.value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = new Map(
        block.split('\n').map((line) => [line.split(': ')[0], line.split(': ').slice(1).join(': ')]),
      );
      if (lines.has('retry')) retry = Number(lines.get('retry'));
      const data = lines.get('data');
      if (data !== undefined) events.push({ event: lines.get('event') ?? 'message', data: JSON.parse(data) });
    }
    return true;
  }

  // The first words of a stream: from here on it takes part.
  await read();
  return {
    response,
    async next() {
      while (events.length === 0) if (!(await read())) return undefined;
      return events.shift();
    },
    async rest() {
      while (await read());
      return { events, retry };
    },
    close: async () => aborter.abort(),
  };
}
