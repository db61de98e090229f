import type { Reader } from '../../db/db.server.ts';
import { dayPlus } from '../../time/club-day.ts';
import { toRecord } from '../records/define.ts';
import type { ImageView } from '../files/image-view.ts';
import { viewImages } from '../files/view-images.ts';
import { LAST } from '../records/fields.ts';
import { isSponsorOn, sponsors, type Sponsor } from './sponsor.ts';

/** All sponsors, in the order in which pages show them. */
export async function listSponsors(db: Reader): Promise<Sponsor[]> {
  const rows = await db.query
    .selectFrom('sponsors')
    .selectAll()
    .orderBy((by) => by.fn.coalesce('place', by.val(LAST)))
    .orderBy('key')
    .execute();
  return rows.map((row) => toRecord(sponsors, row));
}

export interface SponsorView extends Pick<Sponsor, 'key' | 'name' | 'alt' | 'url'> {
  logo: ImageView | null;
}

export interface SponsorTier {
  /** Empty for sponsors without a tier. */
  name: string;
  sponsors: SponsorView[];
}

/** `today` is the club's day. Tiers are in the order of their first sponsors. */
export async function viewSponsorTiers(db: Reader, today: string): Promise<SponsorTier[]> {
  const shown = (await listSponsors(db)).filter((one) => isSponsorOn(one, today));
  const logos = await findLogos(db, shown);
  const tiers = Map.groupBy(shown, ({ tier }) => tier);
  return [...tiers].map(([name, some]) => ({
    name,
    sponsors: some.map((one) => ({
      key: one.key,
      name: one.name,
      alt: one.alt,
      url: one.url,
      logo: logos.get(one) ?? null,
    })),
  }));
}

function findLogos(db: Reader, shown: Sponsor[]): Promise<Map<Sponsor, ImageView>> {
  return viewImages(db, shown, ({ logo }) => logo);
}

type SponsorState = 'now' | 'to come' | 'over';

export interface SponsorTableRow extends Sponsor {
  picture: ImageView | null;
  state: SponsorState;
}

export async function viewSponsorTable(db: Reader, today: string): Promise<SponsorTableRow[]> {
  const all = await listSponsors(db);
  const logos = await findLogos(db, all);
  return all.map((one) => ({ ...one, picture: logos.get(one) ?? null, state: stateOf(one, today) }));
}

function stateOf(sponsor: Sponsor, today: string): SponsorState {
  if (isSponsorOn(sponsor, today)) return 'now';
  return sponsor.from > today ? 'to come' : 'over';
}

const ENDING_DAYS = 30;

/** Sponsors whose last day is today or within the next ENDING_DAYS days. */
export async function listEndingSponsors(db: Reader, today: string): Promise<Sponsor[]> {
  const last = dayPlus(today, ENDING_DAYS);
  return (await listSponsors(db)).filter(({ until }) => until >= today && until <= last);
}
