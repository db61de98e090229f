export interface FetchLimits {
  timeoutMs: number;
  maxBytes: number;
}

/**
 * Reads what is at an http(s) address, no further than the limits.
 * @throws when nothing answers in time, the answer is no success, or it is larger than `maxBytes`.
 */
export async function fetchBytes(address: string, { timeoutMs, maxBytes }: FetchLimits): Promise<Buffer> {
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
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
