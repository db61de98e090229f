import { fileRecord, type FileRecord } from '../uploads/file-record.ts';
import type { Exec } from './exec.ts';

/** An executive as programs read it (product.md 3). */
export interface ExecRecord {
  $key: string;
  name: string;
  title: string;
  description: string;
  isCurrentExec: boolean;
  image: FileRecord | null;
}

/** An executive as the lists for programs show one (product.md 3). */
export function execRecord({ key, name, title, description, isCurrentExec, image }: Exec): ExecRecord {
  return { $key: key, name, title, description, isCurrentExec, image: image && fileRecord(image) };
}
