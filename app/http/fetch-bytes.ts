export interface FetchLimits {
  timeoutMs: number;
  maxBytes: number;
}

const MOST_REDIRECTS = 5;

/** @throws if nothing answers in time, the answer is not a success, or it is larger than `maxBytes`. */
export async function fetchBytes(address: string, { timeoutMs, maxBytes }: FetchLimits): Promise<Buffer> {
  const response = await follow(new URL(address), AbortSignal.timeout(timeoutMs));
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function follow(address: URL, signal: AbortSignal, left = MOST_REDIRECTS): Promise<Response> {
  const response = await fetch(address, { signal, redirect: 'manual' });
  const location = response.headers.get('location');
  if (response.status < 300 || response.status > 399 || location === null) return response;
  await response.body?.cancel();
  const next = new URL(location, address);
  if (left === 0) throw new Error(`it redirects more than ${MOST_REDIRECTS} times`);
  // A redirect could lead to services that only this machine reaches.
  if (next.protocol !== 'https:' && next.origin !== address.origin) throw new Error(`it leads to ${next.origin}`);
  return follow(next, signal, left - 1);
}
