/** product.md 3: `path` is year/month/day/guid without padding; `url` may be on another host after an import. */
export interface StoredFile {
  path?: string;
  name: string;
  url: string;
  /** ISO date. */
  creationDate?: string;
  guid?: string;
}

const GUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

export function guidOf(file: StoredFile): string | undefined {
  return file.url.startsWith('/files/') ? GUID.exec(file.url)?.[0].toLowerCase() : undefined;
}

export function fileUrl(path: string, name: string): string {
  return `/files/${path}/${encodeURIComponent(name)}`;
}

export function newFilePath(guid: string, now: Date): string {
  return `${now.getUTCFullYear()}/${now.getUTCMonth() + 1}/${now.getUTCDate()}/${guid}`;
}
