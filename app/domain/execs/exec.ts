import type { ExecRow } from '../../db/tables.ts';
import { readStored } from '../stored-json.ts';
import type { StoredFile } from '../uploads/stored-file.ts';

/** The titles an executive may have; the default is the last (product.md 9). */
export const EXEC_TITLES = ['Co-President', 'President', 'Vice President', 'Treasurer', 'Executive'] as const;

/** A member of the executive team, current or previous (product.md 3). */
export interface Exec {
  key: string;
  name: string;
  title: string;
  description: string;
  isCurrentExec: boolean;
  image: StoredFile | null;
  version: number;
}

/** A row as an executive: without a title an Executive, and current unless said otherwise (product.md 3). */
export function toExec(row: ExecRow): Exec {
  return {
    key: row.key,
    name: row.name ?? '',
    title: row.title ?? 'Executive',
    description: row.description ?? '',
    isCurrentExec: row.is_current !== 0,
    image: readStored<StoredFile | null>(row.image, null),
    version: row.version,
  };
}
