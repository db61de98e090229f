import type { FilesSettingRow } from '../../db/tables.ts';
import { SLIDESHOW_KEY } from '../../domain/slideshow.ts';
import { parseStored } from '../../domain/stored-json.ts';
import { BadValue, readItems, readList } from '../fields.ts';
import type { Collection, IncomingRecord } from '../collection.ts';
import { exportFiles, readImportedFile, type ImportedFile } from '../files.ts';

type SettingColumns = Omit<FilesSettingRow, 'version' | 'updated_at'>;

export const filesSettings: Collection<SettingColumns> = {
  table: 'files_settings',
  keys: ['key'],
  topic: 'files',
  versioned: true,
  files: ({ key }) => (key === SLIDESHOW_KEY ? ['value'] : []),
  path: ({ key }) => ['files', key],
  read(record) {
    const { key, value } = record;
    return { key, value: JSON.stringify(key === SLIDESHOW_KEY ? readSlideshow(record) : value) };
  },
  write({ key, value }) {
    if (key !== SLIDESHOW_KEY) return parseStored(value) ?? value;
    const files = exportFiles(value) ?? [];
    return files.length > 0 ? files : undefined;
  },
};

function readSlideshow({ value, path, refuse }: IncomingRecord): ImportedFile[] {
  const items = readList(value, path) ?? [];
  const slides = readItems(value, path, refuse, (item, at) => {
    const slide = readImportedFile(item, at);
    if (slide?.url) return slide;
    throw new BadValue(`${at}/url`, 'is missing');
  });
  if (items.length > 0 && slides.length === 0) throw new BadValue(path, 'has no slide that can be taken');
  return slides;
}
