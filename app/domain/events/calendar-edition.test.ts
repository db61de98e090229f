import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { insertPersonForm } from '../../../test/sign-ups.ts';
import type { Database } from '../../db/db.server.ts';
import { currentEdition, newEdition } from './calendar-edition.ts';

const NOW = Date.UTC(2026, 10, 1);

describe.each(databases)('the editions of an event’s calendar file, on %s', (_name, open) => {
  let db: Database;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ db, close } = await open());
    await insertPersonForm(db, 'form');
  });
  afterEach(() => close());

  const event = { formId: 'form', version: 3 };
  const mail = (now: number, given = event) => db.write((tx) => newEdition(tx, given, now));

  test('within one second each mail is newer than what came before, a download than the mails before it', async () => {
    const numbers = [];
    for (let round = 0; round < 3; round++) {
      numbers.push((await currentEdition(db, event, NOW)).sequence);
      numbers.push((await mail(NOW)).sequence);
    }
    numbers.push((await currentEdition(db, event, NOW)).sequence);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  });

  test('so they are where the count was lost, by a restore or in another database', async () => {
    for (let round = 0; round < 30; round++) await mail(NOW);
    const before = await mail(NOW);
    await db.write(({ query }) => query.updateTable('forms').set({ calendar_sequence: null }).execute());
    const later = NOW + 100_000;
    const imported = { formId: 'form', version: 1 };
    expect((await currentEdition(db, imported, later)).sequence).toBeGreaterThan(before.sequence);
    expect((await mail(later, imported)).sequence).toBeGreaterThan(before.sequence);
  });

  test('and where the event has another form, or none', async () => {
    const before = await mail(NOW);
    for (const formId of ['other', null])
      expect((await currentEdition(db, { ...event, formId }, NOW + 10_000)).sequence).toBeGreaterThan(before.sequence);
  });

  test('a calendar can read the number for decades', async () => {
    const { sequence } = await mail(Date.UTC(2080, 0));
    expect(sequence).toBeLessThan(2 ** 31);
    expect((await mail(-1)).sequence).toBeGreaterThan(0);
  });
});
