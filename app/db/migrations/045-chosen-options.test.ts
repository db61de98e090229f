import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { findForm } from '../../domain/forms/event-form.ts';
import { countOptions } from '../../domain/forms/option-places.ts';
import { rebuildTables } from '../whole-tables.ts';
import { migrations } from './all.ts';

const BEFORE = Object.keys(migrations).filter((name) => name < '045');

const FIELDS: object[] = [
  { name: 'shift', type: 'radio', options: ['Early', 'Late'], limits: { Early: 3 } },
  { name: 'toString', type: 'several', options: ['Bar', 'Door'], limits: { Bar: 9, constructor: 1 } },
  { name: 'note', type: 'text', limits: { Early: 1 } },
];

test.each(databases)('what people chose before counts on %s', async (_, open) => {
  const { db, close } = await open();
  const responses: [string | null, unknown][] = [
    ['going', { shift: 'Early', toString: ['Bar', 'Bar', 'Door'], note: 'Early' }],
    ['going', { shift: ['Early'], toString: 'Bar' }],
    ['waiting', { shift: 'Early' }],
    [null, { shift: 'Early', toString: ['Bar'] }],
    ['going', 'no answers'],
    ...Array.from({ length: 250 }, (): [string, object] => ['cancelled', { shift: 'Early' }]),
    ['going', { toString: ['Bar'] }],
  ];
  await db.write((tx) =>
    rebuildTables(tx, db.dialect, BEFORE, async () => {
      for (const [id, fields] of [
        ['f', JSON.stringify(FIELDS)],
        ['odd', 'no JSON, "limits"'],
      ])
        await sql`insert into forms (id, fields) values (${id}, ${fields})`.execute(tx.query);
      for (const [at, [state, answers]] of responses.entries())
        await sql`
          insert into entries (form_id, key, answers, created_at, state)
          values ('f', ${`e${at}`}, ${JSON.stringify(answers)}, 1, ${state})`.execute(tx.query);
      await sql`insert into entries (form_id, key, answers, created_at) values ('f', 'odd', 'no JSON', 1)`.execute(
        tx.query,
      );
    }),
  );
  expect(await countOptions(db, await findForm(db, 'f'))).toEqual({
    shift: { Early: { limit: 3, taken: 2 } },
    toString: { Bar: { limit: 9, taken: 3 } },
  });
  await close();
});
