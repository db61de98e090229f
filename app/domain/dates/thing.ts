import type { Owner } from '../handover/owner.ts';

/** Something that ends, or may stop working: an item of the club's own list, or what the site finds by itself. */
export interface Thing {
  /** For the metrics and to note whose it is; nobody's name is in it. */
  id: string;
  title: string;
  /** 'YYYY-MM-DD'; null for what has no end. */
  endsOn: string | null;
  /** How it stands, as a sentence. */
  says: string;
  isWrong: boolean;
  /** The setting, or the screen of the admin area, where it is changed. */
  setting: string;
  /** What its owners must do, once it is wrong. */
  todo: string;
}

export interface OwnedThing extends Thing {
  /** 'item': from the club's own list, where it is changed. */
  kind: 'item' | 'found';
  /** Each undefined where nobody was chosen. */
  owners: [first: Owner | undefined, second: Owner | undefined];
  /** As they were typed. */
  typed: { owner: string; secondOwner: string };
  /** To whom it falls: its owners, or every Admin for what the site finds. */
  responsible: Owner[];
  /** The version of the record that is changed where its owners are chosen. */
  version: number;
  /** The item's key; of what the site finds its id. */
  key: string;
}

/** 'Ada and Grace', 'every Admin' */
export function namesOfResponsible({ kind, owners, responsible }: OwnedThing): string {
  if (kind === 'found' && !owners.some(Boolean)) return 'Every Admin';
  return responsible.map(({ name }) => name).join(' and ') || 'Nobody yet';
}
