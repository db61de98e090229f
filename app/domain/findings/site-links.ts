import type { Reader } from '../../db/db.server.ts';
import { eachElement, parseHtml, TooTangled } from '../../html/html-tree.ts';
import { viewDscCards } from '../dsc.ts';
import { readMarks } from '../events/description-marks.ts';
import { eventName, type ClubEvent } from '../events/event.ts';
import { pageEventsSince } from '../events/read-events.ts';
import type { Capability } from '../users/roles.ts';

export interface SiteLink {
  topic: 'text' | 'event' | 'dsc';
  key: string;
  title: string;
  address: string;
}

export interface LinkText {
  path: string;
  label: string;
  text: string;
}

export const MENDED_BY: Record<SiteLink['topic'], Capability> = {
  text: 'change content',
  dsc: 'change content',
  event: 'change events',
};

const MOST_ADDRESSES = 500;
const MOST_LINKS = 1000;
/** Of cards and events together: what lies behind it is looked through at each visit of the admin home. */
const MOST_CHARACTERS = 500_000;
const LONGEST = 2000;

/** Of the texts, of events from `midnight` on and of the cards: those first that more people follow. */
export async function listSiteLinks(db: Reader, texts: readonly LinkText[], midnight: number): Promise<SiteLink[]> {
  const links: SiteLink[] = [];
  const seen = new Set<string>();
  let left = MOST_CHARACTERS;
  const isEnough = () => left < 0 || links.length === MOST_LINKS || seen.size === MOST_ADDRESSES;
  const add = (place: Omit<SiteLink, 'address'>, addresses: (string | null | undefined)[]) => {
    for (const address of new Set(addresses.flatMap((one) => outsideAddress(one) ?? []))) {
      if (links.length === MOST_LINKS || (!seen.has(address) && seen.size === MOST_ADDRESSES)) continue;
      seen.add(address);
      links.push({ ...place, address });
    }
  };
  for (const { path, label, text } of texts) add({ topic: 'text', key: path, title: label }, [text]);
  for (const { key, title, html, img } of await viewDscCards(db)) {
    left -= html.length;
    if (isEnough()) return links;
    add({ topic: 'dsc', key, title }, [...addressesIn(html), img?.url]);
  }
  for await (const events of pageEventsSince(db, midnight)) {
    for (const event of events) {
      left -= event.description.length;
      if (isEnough()) return links;
      add({ topic: 'event', key: event.key, title: eventName(event.title) }, ledToBy(event));
    }
  }
  return links;
}

function ledToBy({ signupUrl, googleFormUrl, description, resources }: ClubEvent): (string | null | undefined)[] {
  return [signupUrl, googleFormUrl, ...readMarks(description).map(({ to }) => to), ...resources.map(({ url }) => url)];
}

const CARD = { elements: 20_000, attributes: 200_000, depth: 200 };

function addressesIn(html: string): string[] {
  const found: string[] = [];
  try {
    eachElement(parseHtml(html, CARD), ({ properties: { href } }) => {
      if (typeof href === 'string') found.push(href);
    });
  } catch (error) {
    if (!(error instanceof TooTangled)) throw error;
  }
  return found;
}

/** As it is asked for; undefined for what is no address of the web, or holds somebody's password. */
function outsideAddress(written: string | null | undefined): string | undefined {
  if (!written || !URL.canParse(written)) return undefined;
  const address = new URL(written);
  if (!['http:', 'https:'].includes(address.protocol) || address.username || address.password) return undefined;
  address.hash = '';
  return address.href.length <= LONGEST ? address.href : undefined;
}
