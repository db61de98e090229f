import { RECORDS } from '../../domain/all-records.ts';
import type { Collection, RowColumns } from '../collection.ts';
import { eventCounts, memberCounts } from './counts.ts';
import { entries } from './entry.ts';
import { events } from './event.ts';
import { filesSettings } from './files-settings.ts';
import { forms } from './form.ts';
import { memberRecords } from './member.ts';
import { noticeRecord } from './notice.ts';
import { pageRecords } from './page.ts';
import { sponsorRecords } from './sponsor.ts';
import { unknownRecords } from './unknown.ts';
import { collectionOf } from './record.ts';
import { users } from './user.ts';

/** In the order of the export. */
export const COLLECTIONS = new Map<string, Collection<RowColumns>>([
  ['event', events],
  ...Object.values(RECORDS).map((definition) => [definition.topic, collectionOf(definition)] as const),
  ['page', pageRecords],
  ['sponsor', sponsorRecords],
  ['member', memberRecords],
  ['notice', noticeRecord],
  ['files', filesSettings],
  ['form', forms],
  ['entry', entries],
  ['user', users],
  ['count', eventCounts],
  ['memberCount', memberCounts],
]);

export const OTHERS: Collection<RowColumns> = unknownRecords;

/** Those of what is left of events and members of whom nothing else may be left. */
export const COUNTS = ['count', 'memberCount'];
