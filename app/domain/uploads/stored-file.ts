/**
 * A file as records name it (product.md 3): `path` is year/month/day/guid without padding, the content is stored at
 * path/name, and `url` is where a browser finds it: an address on this site, or on another host after an import.
 */
export interface StoredFile {
  path?: string;
  name: string;
  url: string;
  /** ISO date. */
  creationDate?: string;
  guid?: string;
}

const GUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** The guid of a file that this site stores; undefined for one on another host. */
export function guidOf(file: StoredFile): string | undefined {
  return file.url.startsWith('/files/') ? GUID.exec(file.url)?.[0].toLowerCase() : undefined;
}

/** The address of a stored file: /files/{path}/{name}, each part escaped. */
export function fileUrl(path: string, name: string): string {
  return `/files/${path}/${encodeURIComponent(name)}`;
}

/** Where a file uploaded at `now` goes: year/month/day/guid in the club's zone is not asked for; UTC is used. */
export function newFilePath(guid: string, now: Date): string {
  return `${now.getUTCFullYear()}/${now.getUTCMonth() + 1}/${now.getUTCDate()}/${guid}`;
}
