/** A string cut from a longer one keeps the whole longer one in memory; this copy does not. */
export function detachedText(text: string): string {
  return Buffer.from(text).toString();
}

/** Node cuts small buffers from a larger one, and each keeps all of that in memory; this copy does not. */
export function ownBytes(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
