import { defineRecord, type RecordIn, type RowIn } from '../records/define.ts';
import { flag, order, requiredName } from '../records/fields.ts';
import { z } from '../zod.ts';

/** A committee’s people are officers for its events alone: they may do to those what the role Events may do to all. */
export const committees = defineRecord({
  topic: 'committee',
  table: 'committees',
  capability: 'manage the club',
  title: ({ name }) => name,
  fields: {
    name: requiredName('name'),
    mayPublish: flag({
      label: 'May publish',
      column: 'may_publish',
      input: z.boolean('must be ticked or not'),
      defaultValue: false,
      initial: true,
    }),
    order: order(),
  },
  unique: { column: 'name_key', field: 'name', taken: 'Another committee has this name already' },
  derive: async ({ name }) => ({ name_key: nameKeyOf(name) }),
});

/** Names that people read as the same have the same key. */
function nameKeyOf(name: unknown): string | null {
  return typeof name === 'string' ? name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase() : null;
}

export type Committee = RecordIn<typeof committees>;

type CommitteeRow = RowIn<typeof committees>;

declare module '../../db/tables.ts' {
  interface Tables {
    committees: CommitteeRow;
  }
}
