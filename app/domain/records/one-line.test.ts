import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { load } from '../../../test/transfers.ts';
import { committees } from '../committees/committee.ts';
import { listCommittees } from '../committees/list.ts';
import { kinds } from '../kinds/kind.ts';
import { listKinds } from '../kinds/list.ts';
import { addRecord, updateRecord } from '../record-changes/save.ts';
import { oneLine } from './one-line.ts';

const schema = oneLine({ what: 'A name', most: 20 });
const messages = (typed: string) => schema.safeParse(typed).error?.issues.map(({ message }) => message);

test.each(['one\ntwo', 'one\r\ntwo', 'one\rtwo', 'one\u0085two', 'one\u2028two', 'one\u2029two'])(
  '%j is not one line',
  (typed) => {
    expect(messages(typed)).toEqual(['A name is one line']);
  },
);

test.each([
  ['\u202AGames\u202C', 'Games'],
  ['\u202Esemag', 'semag'],
  ['\u2066Games\u2069\u200B', 'Games'],
  ['\uFEFFGa\u2060mes', 'Games'],
  // Persian needs the joiners, Hebrew beside Latin its marks, families of emoji theirs.
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['ועדת\u200F C', 'ועדת\u200F C'],
  ['👩\u200D👧', '👩\u200D👧'],
])('of %j stays what people see', (typed, name) => {
  expect(schema.parse(typed)).toBe(name);
});

describe.each(databases)('a name on %s', (_, open) => {
  const site = freshDatabase(open);

  test('that reads like another is that one, whatever is hidden in it', async () => {
    await addRecord(site.db, admin, committees, { name: 'Games', mayPublish: true });
    const twin = addRecord(site.db, admin, committees, { name: 'Ga\u202Emes\u200B', mayPublish: true });
    await expect(twin).rejects.toMatchObject({ fields: { name: 'Another committee has this name already' } });
  });

  test('from before names were one line comes in, and is on one line once it is saved', async () => {
    const file = {
      kind: { k: { name: 'Talks\nand more', slug: 'talks', colour: 'red' } },
      committee: { c: { name: '\u202AGames\nClub', mayPublish: true } },
    };
    expect((await load(site.db, file)).refused).toEqual([]);
    expect(await listKinds(site.db)).toMatchObject([{ name: 'Talks and more' }]);
    expect(await listCommittees(site.db)).toMatchObject([{ name: '\u202AGames\nClub' }]);
    // A browser's field sends it without the line break.
    const input = { name: '\u202AGamesClub', mayPublish: false };
    await updateRecord(site.db, admin, committees, { key: 'c', version: 1, input });
    expect(await listCommittees(site.db)).toMatchObject([{ name: 'GamesClub' }]);
    await updateRecord(site.db, admin, kinds, {
      key: 'k',
      version: 1,
      input: { name: 'Talks and more', colour: 'blue' },
    });
  });
});
