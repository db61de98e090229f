import type { Reader } from '../../db/db.server.ts';
import { readLastBackup } from '../../db/last-backup.ts';
import { formatDate } from '../../time/club-time.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { readItems, type HandoverItem } from '../handover/items.ts';
import { findOwner, type Owner } from '../handover/owner.ts';
import { listRoles, type Account } from '../users/accounts.ts';
import { lastsUntil } from './lasts-until.ts';
import { findThings } from './checks.ts';
import { listChosenOwners } from './owners.ts';
import type { OwnedThing } from './thing.ts';
import type { SiteStatus } from './site-status.ts';

/** @throws NotAllowed */
export async function listDates(db: Reader, actor: Actor | null, status: SiteStatus): Promise<OwnedThing[]> {
  requireCapability(actor, 'manage the club');
  return listThings(db, status);
}

/** When the newest good backup was taken: 'Nov 20, 2026', or empty if there is none. @throws NotAllowed */
export async function viewLastBackup(db: Reader, actor: Actor | null, { dataDir, clock }: SiteStatus): Promise<string> {
  requireCapability(actor, 'manage the club');
  const last = await readLastBackup(db, dataDir);
  return last === undefined ? '' : formatDate(last, clock);
}

/**
 * Everything that ends, and its state: what is wrong comes first, then what ends soonest. The page, the admin home, the
 * mails, /metrics and `club check` all read this. It is for the site and its operator, so it asks for no permission.
 */
export async function listThings(db: Reader, status: SiteStatus): Promise<OwnedThing[]> {
  const [items, found, chosen, people] = await Promise.all([
    readItems(db),
    findThings(db, status),
    listChosenOwners(db),
    listRoles(db),
  ]);
  const admins = people.filter(({ role }) => role === 'admin').flatMap(({ email }) => findOwner(email, people) ?? []);
  const owned = [
    ...items.map((item) => thingOfItem(item, people, status)),
    ...found.map((thing): OwnedThing => {
      const { owner = '', secondOwner = '', version = 0 } = chosen.get(thing.id) ?? {};
      const owners = ownersOf({ owner, secondOwner }, people);
      const responsible = owners.some(Boolean) ? present(owners) : admins;
      return { ...thing, kind: 'found', key: thing.id, owners, typed: { owner, secondOwner }, responsible, version };
    }),
  ];
  return owned.toSorted(byUrgency);
}

function thingOfItem(item: HandoverItem, people: Account[], status: SiteStatus): OwnedThing {
  const { key, title, owner, secondOwner, endsOn, version } = item;
  const owners = ownersOf({ owner, secondOwner }, people);
  const end =
    endsOn === '' ? { endsOn: null, isWrong: false, says: 'No end date is noted.' } : lastsUntil(endsOn, status);
  return {
    kind: 'item',
    id: `item-${key}`,
    key,
    title,
    ...end,
    version,
    owners,
    typed: { owner, secondOwner },
    responsible: present(owners),
    setting: '/admin/dates',
    todo: 'renew it or pass it on, then note its next end',
  };
}

type Owners = OwnedThing['owners'];

function ownersOf({ owner, secondOwner }: OwnedThing['typed'], people: Account[]): Owners {
  return [findOwner(owner, people), findOwner(secondOwner, people)];
}

function present(owners: Owners): Owner[] {
  return owners.filter((owner) => owner !== undefined);
}

const WITHOUT_END = '9999';

function byUrgency(one: OwnedThing, other: OwnedThing): number {
  if (one.isWrong !== other.isWrong) return one.isWrong ? -1 : 1;
  const [end, otherEnd] = [one.endsOn ?? WITHOUT_END, other.endsOn ?? WITHOUT_END];
  return end === otherEnd ? 0 : end < otherEnd ? -1 : 1;
}
