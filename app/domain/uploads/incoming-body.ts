import { Rejected } from '../errors.ts';

export interface IncomingBody {
  head: Buffer;
  /** Can be read once. */
  all: () => AsyncGenerator<Uint8Array>;
  /** Bytes read so far. */
  size: () => number;
}

/**
 * `check` throws where too many bytes have been read.
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
