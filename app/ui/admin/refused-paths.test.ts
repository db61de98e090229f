import { expect, test } from 'vitest';
import { withoutField } from './refused-paths.ts';

test('what was refused of a field goes once it is changed, also where an imported name has a dot', () => {
  const refused = { 'a.b': 'Full', 'fields.0.limits': 'Too many', fields: 'None', fieldset: 'Odd', 'a.bc': 'Full' };
  expect(Object.keys(withoutField(refused, 'a.b'))).toEqual(['fields.0.limits', 'fields', 'fieldset', 'a.bc']);
  expect(Object.keys(withoutField(refused, 'fields'))).toEqual(['a.b', 'fieldset', 'a.bc']);
});
