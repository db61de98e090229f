/** A text that was cut out of a longer one would keep all of the longer one in memory. */
export function detachedText(text: string): string {
  return Buffer.from(text).toString();
}

/** Node cuts small buffers out of a larger one, and each would keep all of that in memory. */
export function ownBytes(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
