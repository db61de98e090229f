import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { Rejected } from '../app/domain/errors.ts';
import { execs } from '../app/domain/execs.ts';
import { addRecord } from '../app/domain/record-changes/save.ts';
import { exportRecords } from '../app/transfer/export.ts';
import { importRecords } from '../app/transfer/import.ts';
import { admin } from '../test/actors.ts';
import { databases, freshDatabase } from '../test/databases.ts';

const EXECS = { exec: { ada: { name: 'Ada', pronouns: 'she/her' } } };

const sourceOf = (records: object) => Readable.from([Buffer.from(JSON.stringify(records))]);

describe.each(databases)('on %s', (_, open) => {
  const site = freshDatabase(open);

  test('an executive has pronouns, which come in and go out', async () => {
    await importRecords(site.db, () => sourceOf(EXECS), {});
    const { rows } = await sql<{ pronouns: string }>`select pronouns from execs`.execute(site.db.query);
    expect(rows.map(({ pronouns }) => pronouns)).toEqual(['she/her']);
    const exported: unknown = JSON.parse(await text(Readable.from(exportRecords(site.db))));
    expect(exported).toMatchObject(EXECS);
  });

  test('more than 40 characters are refused', async () => {
    const typed = { name: 'Ada', title: 'Executive', description: '', isCurrentExec: true, image: null };
    const long = { ...typed, since: '', until: '', pronouns: 'x'.repeat(41) };
    await expect(addRecord(site.db, admin, execs, long)).rejects.toThrow(Rejected);
    await addRecord(site.db, admin, execs, { ...long, pronouns: 'they/them' });
  });
});
