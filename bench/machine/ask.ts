import { request, type Agent } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';

/** An answer as it travelled. */
export interface Answer {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  body: Buffer;
}

/** Asks as a browser does that takes brotli. */
export function ask(url: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      buffer(response)
        .then((body) => resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders, body }))
        .catch(reject);
    });
    call.on('error', reject).end();
  });
}

/** The text of an answer. */
export function textOf({ headers, body }: Answer): string {
  return (headers.includes('br') ? brotliDecompressSync(body) : body).toString();
}

/** Asks and reads; @throws when the answer is not 200. */
export async function read(url: string, agent?: Agent): Promise<string> {
  const answer = await ask(url, agent);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return textOf(answer);
}
