import { expect, test } from 'vitest';
import { tablesNamedBy } from './all.ts';

test('a migration names the tables whose rows it adds or takes, and no others', () => {
  const named = (name: string) => [...tablesNamedBy([name])].toSorted();
  expect(named('024-no-link-checks')).toEqual(['app_state', 'link_checks']);
  expect(named('013-named-tables')).toEqual(['app_state', 'kept', 'notes', 'unknown_records']);
  expect(named('012-file-uses')).toEqual(['file_uses']);
  expect(named('008-accounts')).toEqual(['sessions']);
  expect(named('014-sign-ups')).toEqual([]);
  expect(named('999-unknown')).toEqual([]);
});
