import { readStored } from '../domain/stored-json.ts';
import { BadValue } from './bad-value.ts';
import { Fields, present } from './fields.ts';
import { readAddress, readList } from './values.ts';

export interface ImportedFile {
  path?: string;
  name: string;
  url: string;
  creationDate?: string;
  guid?: string;
  [unknown: string]: unknown;
}

export function readFile(value: unknown, path: string): ImportedFile | null {
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

export function readFileList(value: unknown, path: string): ImportedFile[] | null {
  const files = readList(value, path)?.flatMap((item, index) => readFile(item, `${path}/${index}`) ?? []);
  return files && files.length > 0 ? files : null;
}

export function writeFile({ path, name, url, creationDate, guid, ...unknown }: ImportedFile): Record<string, unknown> {
  return present({ path, name: name || null, url: url || null, creationDate, guid, ...unknown });
}

export function storeFile(file: ImportedFile | null): string | null {
  return file && JSON.stringify(file);
}

export function storeFiles(files: ImportedFile[] | null): string | null {
  return files && JSON.stringify(files);
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
