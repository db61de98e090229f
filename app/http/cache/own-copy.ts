/** One cut out of a longer text keeps all of that in memory. */
export function detachedText(text: string): string {
  return Buffer.from(text).toString();
}

/** Small ones are cut out of a slab, and keep all of that in memory. */
export function ownBytes(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
