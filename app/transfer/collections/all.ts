import { forgetEvents, importEvents } from '../../domain/event-changes/lifecycle.ts';
import type { EventColumns } from '../../domain/event-changes/change.ts';
import { events } from '../../domain/events/event.ts';
import { members } from '../../domain/members/member.ts';
import { queueRenewalsToCome } from '../../domain/members/renewal.ts';
import { MOST_CHARACTERS, NOTICE_KEY, notices } from '../../domain/notice/notice.ts';
import { noteAddresses, pages, previewOf } from '../../domain/pages/page.ts';
import { sponsors } from '../../domain/sponsors/sponsor.ts';
import { BadValue } from '../fields.ts';
import { RECORDS } from '../../domain/all-records.ts';
import type { Collection, RowColumns } from '../collection.ts';
import { eventCounts, memberCounts } from './counts.ts';
import { entries } from './entry.ts';
import { filesSettings } from './files-settings.ts';
import { forms } from './form.ts';
import { unknownRecords } from './unknown.ts';
import { collectionOf } from './record.ts';
import { users } from './user.ts';

const eventRecords: Collection<EventColumns> = {
  ...collectionOf(events),
  records: { save: importEvents, remove: forgetEvents },
};

const pagesRead: Collection<RowColumns> = collectionOf(pages);

const pageRecords: Collection<RowColumns> = {
  ...pagesRead,
  merge: (known, incoming) => ({ ...incoming, ...previewOf(incoming, known) }),
  prepare: noteAddresses,
};

const sponsorsRead: Collection<RowColumns> = collectionOf(sponsors);

const sponsorRecords: Collection<RowColumns> = {
  ...sponsorsRead,
  async read(record) {
    const row = await sponsorsRead.read(record);
    const { from_day: from, until_day: until } = row;
    if (from && until && until < from) throw new BadValue(`${record.path}/until`, 'must not be before from');
    return row;
  },
};

const membersRead: Collection<RowColumns> = collectionOf(members);

/** Who is imported is written to at their moment, while that is still to come. */
const memberRecords: Collection<RowColumns> = {
  ...membersRead,
  prepare(tx, rows, { now, club }) {
    const paid = rows.flatMap(({ key, paid_until: until }) =>
      typeof until === 'string' && until !== '' ? [{ key: String(key), until }] : [],
    );
    const timeZone = async () => (await club?.())?.clock.timeZone ?? 'UTC';
    return queueRenewalsToCome(tx, paid, { now, timeZone });
  },
};

const noticesRead: Collection<RowColumns> = collectionOf(notices);

const noticeRecord: Collection<RowColumns> = {
  ...noticesRead,
  only: NOTICE_KEY,
  path: () => ['notice'],
  async read(record) {
    const row = await noticesRead.read(record);
    const { text, from_at: from, until_at: until } = row;
    if (String(text ?? '').length > MOST_CHARACTERS || /[\r\n]/.test(String(text ?? '')))
      throw new BadValue(`${record.path}/text`, `must be one line of ${MOST_CHARACTERS} characters at most`);
    if (from && until && until <= from) throw new BadValue(`${record.path}/until`, 'must be after from');
    return row;
  },
  write(row) {
    const written = noticesRead.write(row);
    const values = typeof written === 'object' && written !== null ? Object.values(written) : [];
    return values.every((value) => value === '') ? undefined : written;
  },
};

/** In the order of the export. */
export const COLLECTIONS = new Map<string, Collection<RowColumns>>([
  ['event', eventRecords],
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
