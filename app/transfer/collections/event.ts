import type { Collection } from '../collection.ts';
import type { EventColumns } from '../../domain/events/change.ts';
import { NEVER } from '../../domain/events/event.ts';
import { forgetEvents, importEvents } from '../../domain/events/lifecycle.ts';
import { Fields, keep, kept, present, readInstant } from '../fields.ts';
import { exportFile, exportFiles, readFile, readFileList, storeFile, storeFiles } from '../files.ts';

export const events: Collection<EventColumns> = {
  table: 'events',
  keys: ['key'],
  topic: 'event',
  versioned: true,
  records: {
    save: importEvents,
    remove: forgetEvents,
  },
  files: () => ['image', 'gallery', 'resources'],
  path: ({ key }) => ['event', key],
  read({ key, value, path }) {
    const event = new Fields(value, path);
    const when = event.nested('datetime');
    return {
      key,
      title: event.text('title'),
      presenter: event.text('presenter'),
      description: event.text('description'),
      location: event.text('location'),
      form_id: event.text('formId'),
      signup_url: event.address('signupUrl', 'http:', 'https:', 'mailto:'),
      google_form_url: event.address('googleFormUrl', 'http:', 'https:'),
      tentative: event.flag('tentative'),
      dsc_event: event.flag('dscEvent'),
      hidden_date: event.flag('hiddenDate'),
      custom_date: event.text('customDate'),
      image: storeFile(readFile(event.take('image'), event.at('image'))),
      gallery: storeFiles(readFileList(event.take('gallery'), event.at('gallery'))),
      resources: storeFiles(readFileList(event.take('resources'), event.at('resources'))),
      time_start: when.instant('timeStartTimestamp'),
      time_end: when.instant('timeEndTimestamp'),
      publish_at: readPublishAt(event.take('publishAt'), event.at('publishAt')),
      cancelled: event.flag('cancelled'),
      cancel_reason: event.text('cancelReason'),
      recap: event.text('recap'),
      // An import announces nothing, not at the moment of publishing either.
      announce: null,
      extra: keepWithTimes(event.rest(), when.rest()),
    };
  },
  write(row) {
    const { datetime, ...extra } = kept(row.extra);
    const besideTimes = typeof datetime === 'object' ? datetime : null;
    const when = present({ timeStartTimestamp: row.time_start, timeEndTimestamp: row.time_end, ...besideTimes });
    return present({
      title: row.title,
      presenter: row.presenter,
      description: row.description,
      location: row.location,
      formId: row.form_id,
      signupUrl: row.signup_url,
      googleFormUrl: row.google_form_url,
      tentative: row.tentative === null ? null : row.tentative === 1,
      dscEvent: row.dsc_event === null ? null : row.dsc_event === 1,
      hiddenDate: row.hidden_date === null ? null : row.hidden_date === 1,
      customDate: row.custom_date,
      image: exportFile(row.image),
      gallery: exportFiles(row.gallery),
      resources: exportFiles(row.resources),
      datetime: Object.keys(when).length > 0 ? when : null,
      ...extra,
      publishAt: row.publish_at === NEVER ? 'never' : row.publish_at,
      cancelled: row.cancelled === 1 ? true : null,
      cancelReason: row.cancel_reason || null,
      recap: row.recap || null,
    });
  },
};

function readPublishAt(value: unknown, path: string): number | null {
  return value === 'never' ? NEVER : readInstant(value, path);
}

function keepWithTimes(rest: Record<string, unknown>, times: Record<string, unknown>): string | null {
  return keep(Object.keys(times).length > 0 ? { ...rest, datetime: times } : rest);
}
