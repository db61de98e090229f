import type { ExecRow } from '../../db/tables.ts';
import type { Collection } from '../collection.ts';
import { Fields, keep, kept, present } from '../fields.ts';
import { exportFile, readFile, storeFile } from '../files.ts';

type ExecColumns = Omit<ExecRow, 'version' | 'updated_at'>;

export const execs: Collection<ExecColumns> = {
  table: 'execs',
  keys: ['key'],
  topic: 'exec',
  versioned: true,
  files: () => ['image'],
  path: ({ key }) => ['exec', key],
  read({ key, value, path }) {
    const exec = new Fields(value, path);
    return {
      key,
      name: exec.text('name'),
      title: exec.text('title'),
      description: exec.text('description'),
      is_current: exec.flag('isCurrentExec'),
      image: storeFile(readFile(exec.take('image'), exec.at('image'))),
      extra: keep(exec.rest()),
    };
  },
  write(row) {
    return present({
      name: row.name,
      title: row.title,
      description: row.description,
      isCurrentExec: row.is_current === null ? null : row.is_current === 1,
      image: exportFile(row.image),
      ...kept(row.extra),
    });
  },
};
