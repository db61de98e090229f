import { Rejected } from '../errors.ts';

export interface IncomingBody {
  /** Its first bytes, as many as were asked for where it has so many. */
  head: Buffer;
  /** All of it, the head included; can be read once. */
  all: () => AsyncGenerator<Uint8Array>;
  /** How many bytes have been read so far. */
  size: () => number;
}

/**
 * Reads the first `headBytes` bytes of `body` and keeps the rest for later. `check` is asked with the number of bytes
 * read so far, and throws where that is too many.
 * @throws Rejected where the sender goes away.
 */
export async function openBody(
  body: AsyncIterable<Uint8Array>,
  headBytes: number,
  check: (size: number) => void,
): Promise<IncomingBody> {
  // Left open on purpose when reading ends early: closing it would close the connection before it is answered.
  const source = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;

  async function next(): Promise<Uint8Array | undefined> {
    const { done, value } = await source.next().catch(() => {
      throw new Rejected('The file did not arrive whole. Please try again.');
    });
    if (done) return undefined;
    size += value.byteLength;
    check(size);
    return value;
  }

  while (size < headBytes) {
    const chunk = await next();
    if (!chunk) break;
    chunks.push(chunk);
  }
  return {
    head: Buffer.concat(chunks).subarray(0, headBytes),
    size: () => size,
    async *all() {
      yield* chunks;
      for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
    },
  };
}
