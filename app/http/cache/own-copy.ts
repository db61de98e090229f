/** The same text in memory of its own: one cut out of a longer text keeps all of that. */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}

/** The same bytes in memory of exactly their size: small ones are cut out of a slab, and keep all of that. */
export function ownBytes(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
