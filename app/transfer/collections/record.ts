import { columnOf, fileColumns, type Columns, type Field, type RecordDefinition } from '../../domain/records/define.ts';
import type { Collection } from '../collection.ts';
import { Fields, keep, kept, present } from '../fields.ts';
import { exportFile, exportFiles, readFile, readFileList, storeFile, storeFiles } from '../files.ts';

type Imported = Columns & { key: string; extra: string | null };

type Kinds<Value> = Record<Field['kind'], Value>;

const READ: Kinds<(fields: Fields, name: string) => string | number | null> = {
  text: (fields, name) => fields.text(name),
  number: (fields, name) => fields.number(name),
  price: (fields, name) => fields.price(name),
  flag: (fields, name) => fields.flag(name),
  file: (fields, name) => storeFile(readFile(fields.take(name), fields.at(name))),
  files: (fields, name) => storeFiles(readFileList(fields.take(name), fields.at(name))),
};

const WRITE: Kinds<(stored: string | number | null) => unknown> = {
  text: asStored,
  number: asStored,
  price: asStored,
  flag: (stored) => (stored === null ? null : stored === 1),
  file: (stored) => exportFile(typeof stored === 'string' ? stored : null),
  files: (stored) => exportFiles(typeof stored === 'string' ? stored : null),
};

function asStored(stored: string | number | null): unknown {
  return stored;
}

export function collectionOf(definition: RecordDefinition): Collection<Imported> {
  const { topic, table } = definition;
  const fields = Object.entries(definition.fields);
  return {
    table,
    keys: ['key'],
    topic,
    versioned: true,
    files: () => fileColumns(definition),
    path: ({ key }) => [topic, key],
    async read({ key, value, path }) {
      const given = new Fields(value, path);
      const columns = Object.fromEntries(
        fields.map(([name, field]) => [columnOf(name, field), READ[field.kind](given, name)]),
      );
      return { key, ...columns, ...(await definition.derive?.(columns)), extra: keep(given.rest()) };
    },
    write(row) {
      const written = fields.map(([name, field]) => {
        return [name, WRITE[field.kind](row[columnOf(name, field)] ?? null)];
      });
      return present({ ...Object.fromEntries(written), ...kept(row.extra) });
    },
  };
}
