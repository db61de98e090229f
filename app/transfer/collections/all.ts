import { forgetEvents, storeImportedEvents } from '../../domain/event-changes/imported-events.ts';
import { events } from '../../domain/events/event.ts';
import { execs } from '../../domain/execs.ts';
import { storeLinkAddresses } from '../../domain/links/link-addresses.ts';
import { links } from '../../domain/links/link.ts';
import { findRefusedLinks } from '../../domain/links/find-refused-links.ts';
import { kinds } from '../../domain/kinds/kind.ts';
import { members } from '../../domain/members/member.ts';
import { queueRenewalsToCome } from '../../domain/members/renewal.ts';
import { NOTICE_KEY, notices } from '../../domain/notice/notice.ts';
import { noteAddresses, pages, previewOf } from '../../domain/pages/page.ts';
import { sponsors } from '../../domain/sponsors/sponsor.ts';
import { slugFor } from '../../domain/records/slug.ts';
import { Fields } from '../fields.ts';
import { RECORDS } from '../../domain/all-records.ts';
import type { Collection, RowColumns } from '../collection.ts';
import { eventCounts, memberCounts } from './counts.ts';
import { entries } from './entry.ts';
import { filesSettings } from './files-settings.ts';
import { forms } from './form.ts';
import { formerForms } from './former-form.ts';
import { namelessPayments } from './nameless-payment.ts';
import { unknownRecords } from './unknown.ts';
import { collectionOf } from './record.ts';
import { users } from './user.ts';

const eventRecords: Collection<RowColumns> = {
  ...collectionOf(events),
  formOf: ({ form_id: form }) => (typeof form === 'string' ? form : null),
  changes: { save: storeImportedEvents, remove: forgetEvents },
};

/** Leaves out an end that would come before the beginning. */
function inOrder(
  collection: Collection<RowColumns>,
  [from, until]: [from: string, until: string],
  { mayBeSame, first }: { mayBeSame: boolean; first: string },
): Collection<RowColumns> {
  return {
    ...collection,
    async read(record) {
      const row = await collection.read(record);
      const [begin, end] = [row[from] ?? '', row[until] ?? ''];
      if (begin === '' || end === '' || begin < end || (mayBeSame && begin === end)) return row;
      const reason = mayBeSame ? `must not be before ${first}` : `must be after ${first}`;
      record.refuse(`${record.path}/until`, reason);
      return { ...row, [until]: null };
    },
  };
}

const execRecords = inOrder(collectionOf(execs), ['since', 'until'], { mayBeSame: true, first: 'since' });

const pagesRead = collectionOf(pages);

const pageRecords: Collection<RowColumns> = {
  ...pagesRead,
  async read(record) {
    const row = await pagesRead.read(record);
    const { slug } = new Fields(record.value, record.path).rest();
    if (!slug) record.refuse(`${record.path}/slug`, 'is missing: nobody can come to this page before it has one');
    return row;
  },
  merge: (known, incoming) => ({ ...incoming, ...previewOf(incoming, known) }),
  prepare: noteAddresses,
};

const linksRead = collectionOf(links);

const linkRecords: Collection<RowColumns> = {
  ...linksRead,
  async read(record) {
    const row = await linksRead.read(record);
    const { slug } = new Fields(record.value, record.path).rest();
    if (!slug) record.refuse(`${record.path}/slug`, 'is missing: nobody can come to this link before it has one');
    return row;
  },
  prepare: storeLinkAddresses,
  refusals: findRefusedLinks,
};

const sponsorRecords = inOrder(collectionOf(sponsors), ['from_day', 'until_day'], { mayBeSame: true, first: 'from' });

const kindsRead = collectionOf(kinds);

/** In a file written by hand, a kind may have only a name. */
const kindRecords: Collection<RowColumns> = {
  ...kindsRead,
  async read(record) {
    const row = await kindsRead.read(record);
    return { ...row, slug: row['slug'] || slugFor(String(row['name'] ?? '')) || slugFor(record.key) || 'kind' };
  },
};

const membersRead = collectionOf(members);

/** Imported members get their mails when these are due, if that is still to come. */
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

const noticesRead = inOrder(collectionOf(notices), ['from_at', 'until_at'], { mayBeSame: false, first: 'from' });

const noticeRecord: Collection<RowColumns> = {
  ...noticesRead,
  only: NOTICE_KEY,
  path: () => ['notice'],
  write(row) {
    const written = noticesRead.write(row);
    const values = typeof written === 'object' && written !== null ? Object.values(written) : [];
    return values.every((value) => value === '') ? undefined : written;
  },
};

/** The records for which more holds in an import or an export than their definitions say. */
const WITH_MORE_RULES = new Map<string, Collection<RowColumns>>([
  ['exec', execRecords],
  ['page', pageRecords],
  ['sponsor', sponsorRecords],
  ['link', linkRecords],
  ['kind', kindRecords],
  ['member', memberRecords],
]);

/** In the order of the export. */
export const COLLECTIONS = new Map<string, Collection<RowColumns>>([
  ['event', eventRecords],
  ...Object.values(RECORDS).map(
    (definition) => [definition.topic, WITH_MORE_RULES.get(definition.topic) ?? collectionOf(definition)] as const,
  ),
  ['notice', noticeRecord],
  ['files', filesSettings],
  ['form', forms],
  ['entry', entries],
  ['payment', namelessPayments],
  ['formerForm', formerForms],
  ['user', users],
  ['count', eventCounts],
  ['memberCount', memberCounts],
]);

export const OTHERS: Collection<RowColumns> = unknownRecords;

/** The collections of what remains of events and members that may be gone otherwise. */
export const COUNTS = ['count', 'memberCount'];
