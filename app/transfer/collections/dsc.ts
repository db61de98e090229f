import type { DscRow } from '../../db/tables.ts';
import { sanitizeAnyHtml } from '../../html/sanitize-html.ts';
import type { Collection } from '../collection.ts';
import { Fields, keep, kept, present } from '../fields.ts';
import { exportFile, readFile, storeFile } from '../files.ts';

type DscColumns = Omit<DscRow, 'version' | 'updated_at'>;

export const dsc: Collection<DscColumns> = {
  table: 'dsc',
  keys: ['key'],
  topic: 'dsc',
  versioned: true,
  files: () => ['img'],
  path: ({ key }) => ['dsc', key],
  read({ key, value, path }) {
    const card = new Fields(value, path);
    const title = card.text('title');
    const text = card.text('text');
    return {
      key,
      title,
      text,
      html: sanitizeAnyHtml(text ?? ''),
      img: storeFile(readFile(card.take('img'), card.at('img'))),
      img_alt: card.text('imgAlt'),
      position: card.number('position'),
      extra: keep(card.rest()),
    };
  },
  write(row) {
    return present({
      title: row.title,
      text: row.text,
      img: exportFile(row.img),
      imgAlt: row.img_alt,
      position: row.position,
      ...kept(row.extra),
    });
  },
};
