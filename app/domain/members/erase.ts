import { clubDay, isDay } from '../../time/club-day.ts';
import type { ClubYears } from '../../time/club-year.ts';
import { inChunks, type Writer } from '../../db/db.server.ts';
import type { MemberRow } from './member.ts';
import { eraseMail, listMailBeginning } from '../mail/outbox.ts';
import { countErased, countErasedFromTrash } from './years.ts';

const AT_ONCE = 500;

/** The start of the key of every mail about a member. */
export function memberMailsKey(key: string): string {
  return `member-${key}-`;
}

/**
 * Erases members for good, with their cards and the mail to them; they stay in each year's figures. Returns how many
 * there were.
 */
export async function eraseMembers(tx: Writer, keys: string[], yearStartsIn?: number): Promise<number> {
  let erased = 0;
  for (const some of inChunks(keys, AT_ONCE)) {
    const gone = await tx.query
      .deleteFrom('members')
      .where('key', 'in', some)
      .returning(['key', 'since', 'payments'])
      .execute();
    await countErased(tx, gone, yearStartsIn);
    for (const { key } of gone) tx.changed('member', key);
    erased += gone.length;
  }
  await forgetMembers(tx, keys);
  return erased;
}

/** Called once nobody can restore them from the trash. */
export async function eraseRemovedMembers(
  tx: Writer,
  { rows, removedAt }: { rows: MemberRow[]; removedAt: number },
  club: ClubYears,
): Promise<void> {
  await countErasedFromTrash(tx, { rows, removedAt }, club);
  await forgetMembers(
    tx,
    rows.map(({ key }) => key),
  );
}

/** Erases what is stored about members apart from their records. */
async function forgetMembers(tx: Writer, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  for (const some of inChunks(keys, AT_ONCE)) {
    await tx.query.deleteFrom('member_links').where('member_key', 'in', some).execute();
    await tx.query
      .updateTable('activity')
      .set({ title: 'a former member' })
      .where('topic', '=', 'member')
      .where('record_key', 'in', some)
      .execute();
  }
  await eraseMail(tx, await listMailBeginning(tx, 'member-', new Set(keys.map(memberMailsKey))));
}

/**
 * Erases members whose paid time ended before this day of the club, or, if they never paid, whose record began before
 * it. If an import gave no such day, or one that is still to come, the day of the record's last change counts.
 */
export async function eraseFormerMembers(
  tx: Writer,
  before: string,
  { timeZone, yearStartsIn }: { timeZone: string; yearStartsIn?: number | undefined },
): Promise<number> {
  const rows = await tx.query
    .selectFrom('members')
    .select(['key', 'paid_until', 'since', 'updated_at'])
    .where((is) => is.or([is('paid_until', '<', before), is('paid_until', 'is', null)]))
    .execute();
  const former = rows.filter(({ paid_until: until, since, updated_at: changedAt }) => {
    const changed = clubDay(timeZone, changedAt);
    return (until ?? (since && isDay(since) && since < changed ? since : changed)) < before;
  });
  return eraseMembers(
    tx,
    former.map(({ key }) => key),
    yearStartsIn,
  );
}
