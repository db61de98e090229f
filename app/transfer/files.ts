import { readStored } from '../domain/stored-json.ts';
import { filesNamedIn, type StoredFile } from '../domain/files/stored-file.ts';
import { BadValue, Fields, present, readAddress, readItems, type Refuse } from './fields.ts';
import type { FileRow } from '../db/tables.ts';

export interface ImportedFile extends StoredFile {
  [unknown: string]: unknown;
}

export function readImportedFile(value: unknown, path: string): ImportedFile | null {
  if (value === null || value === undefined) return null;
  const fields = new Fields(value, path);
  const folder = readFolder(fields);
  const creationDate = fields.text('creationDate');
  const guid = fields.text('guid');
  const file: ImportedFile = {
    ...(folder !== null && { path: folder }),
    name: readName(fields) ?? '',
    url: readUrl(fields) ?? '',
    ...(creationDate !== null && { creationDate }),
    ...(guid !== null && { guid }),
    ...fields.rest(),
  };
  return Object.keys(writeFile(file)).length > 0 ? file : null;
}

export function readImportedFiles(value: unknown, path: string, refuse: Refuse): ImportedFile[] | null {
  const files = readItems(value, path, refuse, readImportedFile);
  return files.length > 0 ? files : null;
}

function writeFile({ path, name, url, creationDate, guid, ...unknown }: ImportedFile): Record<string, unknown> {
  return present({ path, name: name || null, url: url || null, creationDate, guid, ...unknown });
}

export function toStoredJson(given: ImportedFile | ImportedFile[] | null): string | null {
  return given && JSON.stringify(given);
}

export function exportFile(stored: string | null): Record<string, unknown> | null {
  const file = readStored<ImportedFile | null>(stored, null);
  return file && writeFile(file);
}

export function exportFiles(stored: string | null): Record<string, unknown>[] | null {
  return stored === null ? null : readStored<ImportedFile[]>(stored, []).map(writeFile);
}

function readFolder(fields: Fields): string | null {
  const folder = fields.text('path');
  if (folder && !folder.split('/').every(isPlainPart)) {
    throw new BadValue(fields.at('path'), 'must be a relative path without empty parts, . and ..');
  }
  return folder;
}

function readName(fields: Fields): string | null {
  const name = fields.text('name');
  if (name && (name.includes('/') || !isPlainPart(name))) {
    throw new BadValue(fields.at('name'), 'must be a file name without a folder');
  }
  return name;
}

function isPlainPart(part: string): boolean {
  return !['', '.', '..'].includes(part) && !part.includes('\\') && !/\p{Cc}/u.test(part);
}

function readUrl(fields: Fields): string | null {
  const url = fields.take('url');
  if (typeof url === 'string' && /^\/(?![/\\])/.test(url) && !/\p{Cc}/u.test(url)) return url.toWellFormed();
  return readAddress(url, fields.at('url'), 'http:', 'https:');
}

/** Returns undefined if there is no content, and the record stays as it is. @throws Rejected if it cannot be stored under its name. */
export type Attach = (file: FileToAttach) => Promise<AttachedFile | undefined>;

export type FileToAttach = Required<Pick<ImportedFile, 'path' | 'name'>> & ImportedFile;

export interface AttachedFile {
  url: string;
  row: FileRow;
}

/** Attaches the files of this site whose addresses are in a text. */
export async function attachNamedFiles(text: string, attach: Attach): Promise<{ stored: string; rows: FileRow[] }> {
  const rows: FileRow[] = [];
  let stored = text;
  for (const { path, name, url } of filesNamedIn(text)) {
    if (path === undefined || name.includes('/') || !isPlainPart(name)) continue;
    const attached = await attach({ path, name, url });
    if (!attached) continue;
    rows.push(attached.row);
    stored = stored.replaceAll(url, attached.url);
  }
  return { stored, rows };
}

/** `stored` is a file record or a list of them, as JSON. */
export async function attachFiles(stored: string, attach: Attach): Promise<{ stored: string; rows: FileRow[] }> {
  const rows: FileRow[] = [];
  const attachOne = async (file: ImportedFile): Promise<ImportedFile> => {
    const { path, name } = file;
    const attached = path && name ? await attach({ ...file, path, name }) : undefined;
    if (!attached) return file;
    rows.push(attached.row);
    const { path: kept, name: label, guid } = attached.row;
    return { ...file, path: kept, name: label, url: attached.url, guid };
  };
  const single = readStored<ImportedFile | null>(stored, null);
  if (single) return { stored: JSON.stringify(await attachOne(single)), rows };
  const files: ImportedFile[] = [];
  for (const file of readStored<ImportedFile[]>(stored, [])) files.push(await attachOne(file));
  return { stored: JSON.stringify(files), rows };
}
