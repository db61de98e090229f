import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { countAnswers } from './list-responses.ts';

describe.each(databases)('the answers to a form on %s', (_, open) => {
  const opened = freshDatabase(open);

  test('are counted by field, whatever fields and answers are called', async () => {
    const names = ['name', 'Name', 'a"b', 'back\\', 'Ä%_', 'nobody'];
    const answers = [
      { name: 'Sam', 'a"b': false, 'back\\': 'x', 'Ä%_': 1 },
      { name: '', Name: 'Zoë', 'a"b': null, 'Ä%_': '' },
      { name: null, note: '"nobody":"x" ,"Name":"y"' },
      { 'a"b': ['x'], nobody: [] },
    ];
    const rows = [...answers.map((given) => JSON.stringify(given)), 'no JSON'];
    await opened.db.write(({ query }) =>
      query
        .insertInto('entries')
        .values(rows.map((stored, at) => ({ form_id: 'f', key: `k${at}`, answers: stored, created_at: at })))
        .execute(),
    );
    expect(await countAnswers(opened.db, 'f', names)).toEqual({
      count: 5,
      byField: { name: 1, Name: 1, 'a"b': 2, 'back\\': 1, 'Ä%_': 1, nobody: 0 },
    });
    expect(await countAnswers(opened.db, 'other', ['name'])).toEqual({ count: 0, byField: { name: 0 } });
    expect(await countAnswers(opened.db, 'f', [])).toEqual({ count: 5, byField: {} });
  });
});
