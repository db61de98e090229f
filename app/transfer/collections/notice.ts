import { MOST_CHARACTERS, NOTICE_KEY, notices } from '../../domain/notice/notice.ts';
import { BadValue } from '../fields.ts';
import type { Collection, RowColumns } from '../collection.ts';
import { collectionOf } from './record.ts';

const records: Collection<RowColumns> = collectionOf(notices);

export const noticeRecord: Collection<RowColumns> = {
  ...records,
  only: NOTICE_KEY,
  path: () => ['notice'],
  async read(record) {
    const row = await records.read(record);
    const { text, from_at: from, until_at: until } = row;
    if (String(text ?? '').length > MOST_CHARACTERS || /[\r\n]/.test(String(text ?? '')))
      throw new BadValue(`${record.path}/text`, `must be one line of ${MOST_CHARACTERS} characters at most`);
    if (from && until && until <= from) throw new BadValue(`${record.path}/until`, 'must be after from');
    return row;
  },
  write(row) {
    const written = records.write(row);
    const values = typeof written === 'object' && written !== null ? Object.values(written) : [];
    return values.every((value) => value === '') ? undefined : written;
  },
};
