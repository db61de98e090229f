import type { Database, Reader } from '../../db/db.server.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { can, roleOf } from '../roles.ts';
import type { Reaction } from './event-change.ts';
import { writeProposal } from './mails.ts';

/** Officers who asked for these mails get one for each batch of proposals. */
export const mailOfficersAboutProposals: Reaction = async (tx, changes, why) => {
  if (why.action !== 'add' && why.action !== 'edit' && why.action !== 'propose instead') return;
  for (const { before, after } of changes) {
    if (!after || after.proposedAt === null || after.proposedAt === before?.proposedAt) continue;
    const { title, proposedAt } = after;
    for (const { uid, email } of await listOfficersToMail(tx)) {
      await queueMail(tx, {
        key: `proposal-${proposedAt}-${why.actor.uid}-${uid}`,
        kind: 'proposal',
        recipient: email,
        ...writeProposal(why.actor, title),
      });
    }
  }
};

async function listOfficersToMail({ query }: Reader): Promise<{ uid: string; email: string }[]> {
  const rows = await query
    .selectFrom('users')
    .select(['uid', 'verified_email', 'admin', 'role'])
    .where('mails_proposals', '=', 1)
    .execute();
  return rows.flatMap(({ uid, verified_email: email, ...row }) =>
    email && can(roleOf(row), 'change events') ? [{ uid, email }] : [],
  );
}

export async function wantsMailsAboutProposals({ query }: Reader, { uid }: Actor): Promise<boolean> {
  const row = await query.selectFrom('users').select('mails_proposals').where('uid', '=', uid).executeTakeFirst();
  return row?.mails_proposals === 1;
}

/** @throws NotAllowed */
export async function setMailsAboutProposals(db: Database, actor: Actor | null, isOn: boolean): Promise<void> {
  requireCapability(actor, 'change events');
  await db.write(({ query }) =>
    query
      .updateTable('users')
      .set({ mails_proposals: isOn ? 1 : null })
      .where('uid', '=', actor.uid)
      .execute(),
  );
}
