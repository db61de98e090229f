import { defineRecord, type RecordIn, type RowIn } from '../records/define.ts';
import { day, httpsLink, image, order, requiredName, requireOrder, text } from '../records/fields.ts';
import { oneLine } from '../records/one-line.ts';
import { z } from '../zod.ts';

export const sponsors = defineRecord({
  topic: 'sponsor',
  table: 'sponsors',
  title: ({ name }) => name,
  fields: {
    name: requiredName('name'),
    logo: image({ label: 'Logo' }),
    alt: text({
      label: 'Description of the logo',
      input: z
        .string('must be a text')
        .trim()
        .min(1, 'Please describe the logo, for people who cannot see it')
        .max(500, 'A description can have 500 characters at most'),
    }),
    url: httpsLink(),
    tier: text({
      label: 'Tier',
      input: oneLine({ what: 'A tier', most: 100 }),
    }),
    from: day({ label: 'From', column: 'from_day' }),
    until: day({ label: 'Until', column: 'until_day' }),
    order: order(),
  },
  async check({ from, until }) {
    requireOrder(from, until);
  },
});

export type Sponsor = RecordIn<typeof sponsors>;

type SponsorRow = RowIn<typeof sponsors>;

declare module '../../db/tables.ts' {
  interface Tables {
    sponsors: SponsorRow;
  }
}

/** `today` is the club's day. */
export function isSponsorOn({ from, until }: Pick<Sponsor, 'from' | 'until'>, today: string): boolean {
  return (from === '' || from <= today) && (until === '' || today <= until);
}
