import type { Reader } from '../../db/db.server.ts';
import { defineRecord, type RecordIn, type RowIn } from '../records/define.ts';
import { order, stored, text } from '../records/fields.ts';
import { oneLine, oneLineOfFile } from '../records/one-line.ts';
import { slugFor } from '../records/slug.ts';
import { z } from '../zod.ts';

/** Each has enough contrast in both themes (ui/token-pairs.ts). */
export const COLOURS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'grey'] as const;

export type Colour = (typeof COLOURS)[number];

const LONGEST_SLUG = 60;

const nameInput = oneLine({ what: 'A name', most: 60 }).min(1, 'Please enter a name');

/** The kinds of events that the club has, such as talks and game nights. */
export const kinds = defineRecord({
  topic: 'kind',
  table: 'kinds',
  title: ({ name }) => name,
  fields: {
    name: text({ label: 'Name', input: nameInput, exported: { isName: true, check: oneLineOfFile(nameInput) } }),
    /** Used in addresses. It never changes, because calendars keep requesting it for years. */
    slug: stored({
      kind: 'text',
      exported: {
        check: z
          .string()
          .max(LONGEST_SLUG, `must have ${LONGEST_SLUG} characters at most`)
          .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters, digits and single hyphens'),
      },
      read: (slug: string | null) => slug ?? '',
    }),
    colour: text({
      label: 'Colour',
      input: z.enum(COLOURS, 'Please choose one of the colours'),
      defaultValue: 'grey',
      exported: { check: 'as entered' },
    }),
    order: order(),
  },
  unique: {
    column: 'slug',
    field: 'slug',
    taken: 'Another kind has this address already',
    instead: {
      value: numbered,
      isReserved: () => false,
      note: (slug) => `Its address is now /events?kind=${slug}: another kind has its old one.`,
    },
  },
  begin: async (tx, { name }) => ({ slug: await findFreeSlug(tx, String(name)) }),
});

export type Kind = RecordIn<typeof kinds>;

declare module '../../db/tables.ts' {
  interface Tables {
    kinds: RowIn<typeof kinds>;
  }
}

/** Any other stored colour counts as grey. */
export function colourOf(colour: string): Colour {
  return COLOURS.find((one) => one === colour) ?? 'grey';
}

function numbered(slug: string, at: number): string {
  return `${slug.slice(0, LONGEST_SLUG - String(at).length - 1)}-${at}`;
}

async function findFreeSlug({ query }: Reader, name: string): Promise<string> {
  const rows = await query.selectFrom('kinds').select('slug').execute();
  const taken = new Set(rows.map(({ slug }) => slug));
  const wanted = slugFor(name) || 'kind';
  let slug = wanted;
  for (let at = 2; taken.has(slug); at++) slug = numbered(wanted, at);
  return slug;
}
