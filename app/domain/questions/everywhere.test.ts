import { beforeEach, describe, expect, test } from 'vitest';
import sample from '../../../club.config.ts';
import { admin } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { club } from '../../../test/outbox.ts';
import { signUpRow } from '../../../test/sign-ups.ts';
import { dump, load } from '../../../test/transfers.ts';
import { viewPersonalData } from '../personal-data/view-personal-data.ts';
import { viewNewestResponses } from '../responses/newest-responses.ts';
import { recordEntry } from '../responses/record-response.ts';
import { responsesFile } from '../responses/csv.ts';
import { viewResponses } from '../responses/view-responses.ts';

const clock = { locale: 'en-CA', timeZone: 'America/Toronto' };
const MARES = 'Oats, hay; or grass';

/** An answer that is a list, and one of several lines, wherever answers go. */
describe.each(databases)('what was chosen of several, and a long text, on %s', (_, open) => {
  const opened = freshDatabase(open);

  beforeEach(async () => {
    await insertEvents(opened.db, eventRow('ride', { title: 'Ride', form_id: 'form' }));
    const fields = [
      { name: 'email', type: 'text', description: 'Email' },
      { name: 'feed', type: 'several', description: 'Feed', options: ['Apples', MARES] },
      { name: 'story', type: 'long', description: 'Story' },
    ];
    const row = { id: 'form', fields: JSON.stringify(fields), version: 0, updated_at: 0 };
    await opened.db.write(({ query }) => query.insertInto('forms').values(row).execute());
    const answers = { email: 'ana@example.edu', feed: [MARES, 'Apples', 'Apples'], story: 'Once\r\nupon' };
    await recordEntry(opened.db, {
      formId: 'form',
      answers,
      club,
      idempotencyKey: 'one',
      attestation: 'one',
    });
    await recordEntry(opened.db, {
      formId: 'form',
      answers: { email: '' },
      club,
      idempotencyKey: 'two',
      attestation: 'two',
    });
  });

  test('are in tables, files, news and personal data as people read them', async () => {
    const { rows } = await viewResponses(opened.db, admin, 'form');
    const cells = rows.map((row) => row.cells);
    expect(cells).toHaveLength(2);
    expect(cells).toContainEqual(['', '', '']);
    expect(cells).toContainEqual(['ana@example.edu', `Apples; ${MARES}`, 'Once\nupon']);
    const file = await responsesFile(opened.db, admin, { clock, currency: 'CAD' }, 'ride', null);
    expect(file.content).toContain(`,ana@example.edu,"Apples; ${MARES}","Once\nupon"\r\n`);
    const news = await viewNewestResponses(opened.db, admin, { limit: 5, club: sample, clock });
    expect(JSON.stringify(news)).toContain(`"Apples; ${MARES}"`);
    const looking = {
      email: 'ana@example.edu',
      club: { email: 'club@example.edu', institution: 'Example', locale: 'en', currency: 'USD' },
    };
    const { responses } = await viewPersonalData(opened.db, admin, looking);
    expect(responses[0]?.answers).toContainEqual({ label: 'Feed', value: `Apples; ${MARES}` });
  });

  test.each(['constructor', 'toString', '__proto__'])(
    'stand under ‘%s’ where no field of that name has a label',
    async (called) => {
      const answers = JSON.stringify(
        Object.fromEntries([
          ['email', 'ben@example.edu'],
          [called, 'words'],
        ]),
      );
      await opened.db.write(({ query }) =>
        query
          .insertInto('entries')
          .values({ ...signUpRow('form', 'ben', { state: null, since: null, email: null }), answers })
          .execute(),
      );
      const looking = {
        email: 'ben@example.edu',
        club: { email: 'club@example.edu', institution: 'Example', locale: 'en', currency: 'USD' },
      };
      const { responses } = await viewPersonalData(opened.db, admin, looking);
      expect(responses[0]?.answers).toContainEqual({ label: called, value: 'words' });
      const { columns, rows } = await viewResponses(opened.db, admin, 'form');
      expect(columns.map(({ label }) => label)).toEqual(['Email', 'Feed', 'Story', called]);
      expect(rows.map(({ cells }) => cells.at(-1))).toContain('words');
      const news = await viewNewestResponses(opened.db, admin, { limit: 5, club: sample, clock });
      expect(JSON.stringify(news)).toContain(JSON.stringify({ label: called, text: 'words' }));
    },
  );

  test('come back from an export as they were, and change nothing the second time', async () => {
    const text = await dump(opened.db);
    expect(text).toContain(JSON.stringify(['Apples', MARES]));
    expect((await load(opened.db, Buffer.from(text))).told).toEqual([]);
    expect(await dump(opened.db)).toBe(text);
    const { refused } = await load(opened.db, { entry: { form: { bad: { feed: [{ a: 1 }] } } } });
    expect(refused).toEqual(['entry/form/bad/feed/0: must be a text']);
  });
});
