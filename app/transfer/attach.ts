import type { FileRow } from '../db/tables.ts';
import type { ImportedFile } from './files.ts';

/** undefined: no content, the record stays as it is. @throws Rejected when it cannot be stored under its name. */
export type Attach = (file: FileToAttach) => Promise<Attached | undefined>;

export type FileToAttach = Required<Pick<ImportedFile, 'path' | 'name'>> & ImportedFile;

export interface Attached {
  url: string;
  row: FileRow;
}

/** `stored` is one file record or a list, as JSON. */
export async function attachFiles(stored: string, attach: Attach): Promise<{ stored: string; rows: FileRow[] }> {
  const content: ImportedFile | ImportedFile[] = JSON.parse(stored);
  const rows: FileRow[] = [];
  const attachOne = async (file: ImportedFile): Promise<ImportedFile> => {
    const { path, name } = file;
    const attached = path && name ? await attach({ ...file, path, name }) : undefined;
    if (!attached) return file;
    rows.push(attached.row);
    return { ...file, path: attached.row.path, url: attached.url, guid: attached.row.guid };
  };
  if (!Array.isArray(content)) return { stored: JSON.stringify(await attachOne(content)), rows };
  const files: ImportedFile[] = [];
  for (const file of content) files.push(await attachOne(file));
  return { stored: JSON.stringify(files), rows };
}
