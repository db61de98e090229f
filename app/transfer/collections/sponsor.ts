import { sponsors } from '../../domain/sponsors/sponsor.ts';
import { BadValue } from '../fields.ts';
import type { Collection, RowColumns } from '../collection.ts';
import { collectionOf } from './record.ts';

const records: Collection<RowColumns> = collectionOf(sponsors);

export const sponsorRecords: Collection<RowColumns> = {
  ...records,
  async read(record) {
    const row = await records.read(record);
    const { from_day: from, until_day: until } = row;
    if (from && until && until < from) throw new BadValue(`${record.path}/until`, 'must not be before from');
    return row;
  },
};
