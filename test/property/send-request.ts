import { Agent, request, type IncomingHttpHeaders } from 'node:http';

/** A request as it goes out, byte for byte: nothing is put right on the way. */
export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
}

export interface ReceivedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends a request and reads its answer; undefined where the connection was closed instead. */
export function ask(url: string, { method, path, headers, body }: SentRequest): Promise<ReceivedResponse | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((done) => {
    const options = { hostname, port, method, path, agent, headers: { ...headers, ...lengthOf(body) } };
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => done(undefined));
      response.on('end', () =>
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      );
    });
    sent.on('error', () => done(undefined));
    sent.end(body);
  });
}

function lengthOf(body: Buffer | undefined): Record<string, string> {
  return body ? { 'content-length': String(body.length) } : {};
}

/** `text` as far as a header can carry it. */
export function headerText(text: string): string {
  return text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '').slice(0, 2000);
}

/** `text` as far as the line of a request can carry it; other bytes are refused before any address is looked up. */
export function pathText(text: string): string {
  return text.replaceAll(/[^\u0021-\u007e]/g, '').slice(0, 4000);
}
