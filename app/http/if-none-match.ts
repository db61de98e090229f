/** True where the header names `etag`, weakly or not. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
