import { claimMail, club as mailingClub, queue, rowOf } from '../../test/outbox.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import sample from '../../club.config.ts';
import { admin } from '../../test/actors.ts';
import { clubYears } from '../../test/club-years.ts';
import { databases, freshDatabase } from '../../test/databases.ts';
import { eventRow, insertEvents } from '../../test/event-rows.ts';
import { listNamedFiles } from '../backup/stored-files.ts';
import type { ClubConfig } from '../config/club.ts';
import { exportRecords } from '../transfer/export.ts';
import { listActivity } from './activity.ts';
import { findPublicEvent } from './events/read-events.ts';
import { listUnsent } from './mail/unsent-mail.ts';
import { erasePersonalData } from './personal-data/erase-personal-data.ts';
import { personalDataFile } from './personal-data/personal-data-file.ts';
import { viewPersonalData } from './personal-data/view-personal-data.ts';
import { countAnswers } from './responses/list-responses.ts';
import { viewNewestResponses } from './responses/newest-responses.ts';
import { responsesFile, submissionsFile } from './responses/csv.ts';
import { viewResponses, viewSubmissions } from './responses/view-responses.ts';
import { eraseExpired } from './retention/erase-expired.ts';
import { readFilesRecord } from './slideshow.ts';
import { restoreFromTrash } from './bring-back.ts';
import { eraseOldTrash, listTrash } from './trash.ts';

const club: ClubConfig = sample;
const SAM = 'sam@example.edu';
const looking = {
  email: SAM,
  club: { email: 'club@example.edu', institution: 'Example', locale: 'en', currency: 'USD' },
  mailing: mailingClub,
};
const clock = { timeZone: 'America/Toronto', locale: 'en-US' };

const nested = (levels: number, inside = '') => '['.repeat(levels) + inside + ']'.repeat(levels);

/** What no reader expects in a column of JSON, each with an address in it. */
const ODD: Record<string, string> = {
  'an answer of nested brackets': JSON.stringify({ name: nested(5000), email: SAM }),
  'an answer of nested brackets around the address': JSON.stringify({ name: nested(5000, `"${SAM}"`) }),
  'nested lists': nested(5000, `"${SAM}"`),
  'a list within an answer': `{"name":${nested(5000, `"${SAM}"`)}}`,
  'no JSON': `{"name":"${SAM}`,
  'a list': `["${SAM}"]`,
};

describe.each(databases)('one row that cannot be read sinks no list, on %s', (_, open) => {
  const site = freshDatabase(open);

  /** The text wherever somebody's text or a record's JSON is kept, beside a row of each kind that is whole. */
  async function plant(odd: string): Promise<void> {
    const user = { admin: null, extra: null, created_at: 1 };
    const gone = { topic: 'event', record_key: 'x', removed_by: 'Ada', removed_at: 1 };
    await insertEvents(site.db, eventRow('e', { title: 'Talk', form_id: 'f', gallery: odd, resources: odd }));
    await site.db.write(async ({ query }) => {
      const form = { id: 'f', extra: odd, version: 0, updated_at: 0 };
      await query
        .insertInto('forms')
        .values({ ...form, fields: odd })
        .execute();
      const answered = [
        { key: 'odd', answers: odd, created_at: 1 },
        { key: 'whole', answers: '{"name":"Joan"}', created_at: 2 },
      ];
      await query
        .insertInto('entries')
        .values(answered.map((row) => ({ ...row, form_id: 'f' })))
        .execute();
      await query
        .insertInto('submissions')
        .values(answered.map((row) => ({ ...row, form: 'contact' })))
        .execute();
      await query
        .insertInto('users')
        .values([{ ...user, uid: 'joan', name: 'Joan', email: 'joan@example.edu', extra: odd }])
        .execute();
      await query
        .insertInto('trash')
        .values([
          { ...gone, key: 'odd', title: 'Odd', content: odd },
          {
            ...gone,
            key: 'within',
            title: 'Within',
            content: JSON.stringify({ entries: [{ form_id: 'g', key: 'k', answers: odd, created_at: 1 }] }),
          },
        ])
        .execute();
      await query.insertInto('unknown_records').values({ collection: 'notes', key: 'k', value: odd }).execute();
      await query.insertInto('files_settings').values({ key: 'x', value: odd, version: 0, updated_at: 0 }).execute();
      const line = { at: 1, uid: null, who: 'Ada', verb: 'added', topic: 'event', record_key: 'x' };
      await query
        .insertInto('activity')
        .values({ ...line, key: 'odd', title: odd })
        .execute();
    });
    await queue(site.db, 'whole', { recipient: 'joan@example.edu' });
    await queue(site.db, 'odd', { recipient: 'joan@example.edu' });
    await site.db.write(({ query }) =>
      query.updateTable('outbox').set({ message: odd }).where('key', '=', 'odd').execute(),
    );
    await site.db.write(({ query }) => query.updateTable('jobs').set({ run_at: 0 }).where('key', '=', 'odd').execute());
  }

  describe.each(Object.entries(ODD))('%s', (_what, odd) => {
    beforeEach(() => plant(odd));

    test('responses, submissions, trash, activity and mail are listed, and mail that can be read is sent', async () => {
      const { rows } = await viewResponses(site.db, admin, 'f');
      expect(rows.map(({ key }) => key)).toEqual(['whole', 'odd']);
      expect(JSON.stringify(rows)).toContain('Joan');
      expect((await responsesFile(site.db, admin, { clock, currency: 'CAD' }, 'e', null)).content).toContain('Joan');
      expect((await countAnswers(site.db, 'f', ['name'])).count).toBe(2);
      const newest = await viewNewestResponses(site.db, admin, { club, clock, limit: 9 });
      expect(newest.flatMap(({ responses }) => responses)).toHaveLength(4);
      const tables = await viewSubmissions(site.db, admin, club, null);
      expect(tables.find(({ form }) => form === 'contact')?.rows.map(({ key }) => key)).toEqual(['whole', 'odd']);
      const sent = await submissionsFile(site.db, admin, club, clock, 'contact');
      expect(sent.content).toContain('Joan');
      expect(await listTrash(site.db)).toHaveLength(2);
      expect(await listActivity(site.db, admin, 5)).toHaveLength(1);
      expect((await listUnsent(site.db, admin, 5)).mails.map(({ key }) => key).toSorted()).toEqual(['odd', 'whole']);
      expect((await claimMail(site.db))?.key).toBe('whole');
      expect(await claimMail(site.db)).toBeUndefined();
      expect(await rowOf(site.db, 'odd')).toMatchObject({ state: 'failed', error: 'The mail cannot be read.' });
      expect(await findPublicEvent(site.db, 'e')).toMatchObject({ title: 'Talk', image: null });
      expect(await readFilesRecord(site.db)).toMatchObject({ homeSlideshow: [] });
    });

    test('exports, backups, retention and the trash go on', async () => {
      const text = (await Array.fromAsync(exportRecords(site.db))).join('');
      expect(JSON.parse(text)).toMatchObject({ entry: { f: { whole: { name: 'Joan' } } }, user: { joan: {} } });
      expect(await listNamedFiles(site.db)).toEqual(new Map());
      await eraseExpired(site.db, { retention: { responsesDays: 1 }, timeZone: clock.timeZone });
      expect((await viewResponses(site.db, admin, 'f')).rows).toEqual([]);
      await eraseOldTrash(site.db, clubYears);
      expect(await listTrash(site.db)).toEqual([]);
    });

    test('what is in it is found by the address, given out and erased', async () => {
      const found = await viewPersonalData(site.db, admin, looking);
      expect(found.responses.map(({ key }) => key)).toEqual(['f/odd']);
      expect(found.submissions.map(({ key }) => key)).toEqual(['odd']);
      expect(found.mails.map(({ key }) => key)).toEqual(['odd']);
      expect(found.trash.map(({ key }) => key).toSorted()).toEqual(['odd', 'within']);
      expect(found.activity).toHaveLength(1);
      expect(found.imported).toHaveLength(1);
      const { content } = await personalDataFile(site.db, admin, looking, clock);
      expect(JSON.parse(content)).toMatchObject({ address: SAM });
      await erasePersonalData(site.db, admin, looking);
      const tables = ['entries', 'submissions', 'outbox', 'trash', 'unknown_records', 'activity', 'users'] as const;
      for (const table of tables) {
        const rows = await site.db.query.selectFrom(table).selectAll().execute();
        expect([table, JSON.stringify(rows).includes(SAM)]).toEqual([table, false]);
      }
      expect((await viewResponses(site.db, admin, 'f')).rows.map(({ key }) => key)).toEqual(['whole']);
    });
  });

  test('what cannot be read is not restored, and stays', async () => {
    await plant('{"name":');
    await expect(restoreFromTrash(site.db, 'odd')).rejects.toThrow('cannot be restored');
    expect(await listTrash(site.db)).toHaveLength(2);
  });
});
