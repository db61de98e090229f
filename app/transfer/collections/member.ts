import { members } from '../../domain/members/member.ts';
import { isToCome, queueRenewals } from '../../domain/members/renewal.ts';
import type { Collection, RowColumns } from '../collection.ts';
import { collectionOf } from './record.ts';

const records: Collection<RowColumns> = collectionOf(members);

/** Who is imported is written to at their moment, while that is still to come. */
export const memberRecords: Collection<RowColumns> = {
  ...records,
  prepare(tx, rows) {
    const paid = rows.map(({ key, paid_until: until }) => ({ key: String(key), until: String(until ?? '') }));
    return queueRenewals(
      tx,
      paid.filter((one) => one.until !== '' && isToCome(one)),
    );
  },
};
