import type { Owner } from '../handover/owner.ts';

/**
 * Something that ends, or may stop working: an item of the club’s own list, or something that the site finds by itself.
 */
export interface Thing {
  /** The metrics and the owners’ table name it by this, so it contains nobody’s name. */
  id: string;
  title: string;
  /** 'YYYY-MM-DD'; null if it has no end. */
  endsOn: string | null;
  /** Its state, as a sentence. */
  says: string;
  isWrong: boolean;
  /** The setting, or the screen of the admin area, where it is changed. */
  setting: string;
  /** What its owners must do once it is wrong. */
  todo: string;
}

export interface OwnedThing extends Thing {
  /** 'item' is on the club’s own list, where it is changed; 'found' is what the site finds by itself. */
  kind: 'item' | 'found';
  /** An owner is undefined if nobody was chosen. */
  owners: [first: Owner | undefined, second: Owner | undefined];
  /** The owners as they were typed. */
  typed: { owner: string; secondOwner: string };
  /** The people who have to act: its owners, or every Admin if the site found it and nobody was chosen. */
  responsible: Owner[];
  /** The version of the record that has its owners. */
  version: number;
  /** An item’s key, or the id of what the site found. */
  key: string;
}

/** The site found it, and nobody was chosen. */
export function isEveryAdmins({ kind, owners }: OwnedThing): boolean {
  return kind === 'found' && !owners.some(Boolean);
}

/** 'Ada and Grace', 'Every Admin', 'Nobody yet' */
export function namesOfResponsible(thing: OwnedThing): string {
  const { responsible } = thing;
  if (isEveryAdmins(thing)) return 'Every Admin';
  return responsible.map(({ name }) => name).join(' and ') || 'Nobody yet';
}

/** What /admin/dates says beside the owners: 'Old Bob: No address, No second owner'; empty if nothing is missing. */
export function whatOwnersLack(thing: OwnedThing): string {
  const { owners, responsible } = thing;
  if (isEveryAdmins(thing) && responsible.length > 1) return '';
  const unreachable = owners.flatMap((owner) => (owner?.address === null ? `${owner.name}: No address` : []));
  return [...unreachable, ...(owners[1] ? [] : ['No second owner'])].join(', ');
}
