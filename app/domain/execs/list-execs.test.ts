import { expect, test } from 'vitest';
import { sqliteDatabase } from '../../../test/databases.ts';
import { viewExecCards } from './list-execs.ts';

test('an executive without a name is called something', async () => {
  const site = await sqliteDatabase();
  const nobody = {
    key: 'a',
    name: '',
    title: 'President',
    description: '',
    isCurrentExec: true,
    image: null,
    version: 1,
  };
  const cards = await viewExecCards(site.db, [nobody]);
  await site.close();
  expect(cards).toMatchObject([{ name: 'Unnamed', title: 'President' }]);
});
