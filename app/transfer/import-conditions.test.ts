import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../test/databases.ts';
import { dump, load } from '../../test/transfers.ts';

const shift = { name: 'shift', type: 'radio', description: 'Shift', options: ['Early', 'Late'] };
const after = (field: string, ...anyOf: unknown[]) => ({ showIf: { field, anyOf } });
const note = { name: 'note', type: 'text', description: 'Note' };

describe.each(databases)('an imported form on %s', (_, open) => {
  const opened = freshDatabase(open);

  const fieldsOf = async () => JSON.parse(await dump(opened.db)).form.f.fields;

  test('comes back with its conditions, limits and what the door shows', async () => {
    const fields = [
      { ...shift, limits: { Early: 3 }, atDoor: true },
      { ...note, ...after('shift', 'Early', 'Late') },
    ];
    const { refused } = await load(opened.db, { form: { f: { fields } } });
    expect(refused).toEqual([]);
    expect(await fieldsOf()).toEqual(fields);
  });

  test('may have options that look alike, and what is called as objects’ members are', async () => {
    const fields: object[] = [
      { ...shift, name: 'constructor', options: ['Early', 'early', 'Caf\u00e9', 'Cafe\u0301'], limits: { early: 1 } },
      { ...shift, name: 'toString', options: ['constructor', 'B'], limits: { constructor: 2 } },
      { ...note, ...after('constructor', 'early', 'Cafe\u0301') },
      { ...note, name: 'valueOf', ...after('toString', 'constructor') },
    ];
    expect((await load(opened.db, { form: { f: { fields } } })).refused).toEqual([]);
    expect(await fieldsOf()).toEqual(fields);
  });

  test('with limits of nothing has none, and nothing is said of it', async () => {
    const { refused } = await load(opened.db, { form: { f: { fields: [{ ...shift, limits: {} }] } } });
    expect(refused).toEqual([]);
    expect(await fieldsOf()).toEqual([shift]);
  });

  test.each<[string, object[], string[], object[]]>([
    ['after a later field', [{ ...note, ...after('shift', 'Early') }, shift], ['0/showIf'], [note, shift]],
    ['after itself', [{ ...shift, ...after('shift', 'Early') }], ['0/showIf'], [shift]],
    ['after what is gone', [{ ...note, ...after('gone', 'Early') }], ['0/showIf'], [note]],
    ['after a text', [note, { ...shift, ...after('note', 'x') }], ['1/showIf'], [note, shift]],
    ['after an unknown answer', [shift, { ...note, ...after('shift', 'Early', 'Noon') }], ['1/showIf'], [shift, note]],
    ['after no answer', [shift, { ...note, ...after('shift') }], ['1/showIf'], [shift, note]],
    ['with a condition of another shape', [shift, { ...note, showIf: 'shift' }], ['1/showIf'], [shift, note]],
    [
      'in a circle, out of which every condition goes',
      [
        { ...shift, ...after('two', 'Early') },
        { ...shift, name: 'two', ...after('shift', 'Late') },
        { ...note, ...after('two', 'Late') },
      ],
      ['0/showIf', '1/showIf'],
      [shift, { ...shift, name: 'two' }, { ...note, ...after('two', 'Late') }],
    ],
    [
      'with limits that are none, but for the right one',
      [{ ...shift, options: ['A', 'B', 'C', 'D', 'E'], limits: { A: 0, B: 1.5, C: 1e9, D: 'many', E: 5, F: 1 } }],
      ['0/limits/A', '0/limits/B', '0/limits/C', '0/limits/D', '0/limits/F'],
      [{ ...shift, options: ['A', 'B', 'C', 'D', 'E'], limits: { E: 5 } }],
    ],
    [
      'with a limit of an option called as objects’ workings are',
      [{ ...shift, options: ['__proto__', 'B'], limits: Object.fromEntries([['__proto__', 1]]) }],
      ['0/limits/__proto__'],
      [{ ...shift, options: ['__proto__', 'B'] }],
    ],
    ['with limits of another shape', [{ ...shift, limits: 'Early' }], ['0/limits'], [shift]],
    ['with an atDoor that is no flag', [{ ...shift, atDoor: 'yes' }], ['0/atDoor'], [shift]],
    ['with limits of what has no options', [{ ...note, limits: { Early: 1 } }], ['0/limits/Early'], [note]],
  ])('that asks %s is kept without that', async (_why, fields, paths, left) => {
    const { refused, summary } = await load(opened.db, { form: { f: { fields } } });
    expect(refused.map((line) => line.slice(0, line.indexOf(': ')))).toEqual(
      paths.map((path) => `form/f/fields/${path}`),
    );
    for (const line of refused) expect(line).toContain(': is left out: ');
    expect(summary['form']).toMatchObject({ added: 1 });
    expect(await fieldsOf()).toEqual(left);
  });
});
