import { describe, expect, test } from 'vitest';
import { changedFields, mergeValues } from './conflict.ts';

const opened = { name: 'Grace', title: 'Executive', image: null as object | null, tags: ['a'] };

describe('two people editing one record', () => {
  test('what only one of them changed is kept from both; where both changed, mine wins', () => {
    const theirs = { ...opened, name: 'Grace H.', title: 'President' };
    const mine = { ...opened, name: 'Gracie', tags: ['a', 'b'] };
    const merged = mergeValues({ opened, theirs, version: 3 }, mine);
    expect(merged).toEqual({ name: 'Gracie', title: 'President', image: null, tags: ['a', 'b'] });
  });

  test('only what they changed is shown, in the order of the form', () => {
    const theirs = { tags: [], image: null, title: 'Executive', name: 'Grace H.' };
    expect(changedFields({ opened, theirs, version: 1 })).toEqual(['name', 'tags']);
  });
});
