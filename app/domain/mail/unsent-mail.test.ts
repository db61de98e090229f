import { describe, expect, test } from 'vitest';
import type { Actor } from '../actor.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { claimMail, queue, REFUSED, SENT } from '../../../test/outbox.ts';
import { NotAllowed, NotFound } from '../errors.ts';
import { listUnsent, sendAgain } from './unsent-mail.ts';

const admin: Actor = { uid: 'a', name: 'Ada', email: 'ada@example.edu', role: 'admin' };

describe.each(databases)('unsent mail on %s', (_, open) => {
  const opened = freshDatabase(open);

  test('is what waits and what failed, failures first, to admins only', async () => {
    const { db } = opened;
    await queue(db, 'sent');
    await (await claimMail(db))?.end(SENT);
    await queue(db, 'failed', { subject: 'Your invite' });
    await (await claimMail(db))?.end(REFUSED);
    for (const key of ['waiting-1', 'waiting-2', 'waiting-3']) await queue(db, key);
    const { mails, total, failed: failures } = await listUnsent(db, admin, 2);
    expect([total, failures, mails.length]).toEqual([4, 1, 2]);
    expect(mails[0]).toMatchObject({
      key: 'failed',
      subject: 'Your invite',
      state: 'failed',
      error: '550 no such user',
    });
    expect(mails[1]).toMatchObject({ state: 'waiting', error: null });
    await expect(listUnsent(db, null, 2)).rejects.toThrow(NotAllowed);
    await expect(listUnsent(db, { ...admin, role: null }, 2)).rejects.toThrow(NotAllowed);
  });

  test('is for who may see what it comes from', async () => {
    const { db } = opened;
    const events = { ...admin, role: 'events' as const };
    await queue(db, 'invitation-1', { kind: 'invitation', recipient: 'grace@example.edu' });
    await queue(db, 'contact-1', { kind: 'contact message' });
    await queue(db, 'invite-1', { kind: 'chat invite' });
    await queue(db, 'member-a-card-1', { kind: 'membership', subject: 'Your membership card: Club' });
    await queue(db, 'member-a-card-2', { kind: 'membership card', subject: 'Your membership card: Club' });
    await queue(db, 'reminder-1', { kind: 'event reminder' });
    const hidden = ['contact-1', 'invitation-1', 'invite-1', 'member-a-card-1', 'member-a-card-2'];
    const shown = async (actor: Actor) => {
      const { mails, total } = await listUnsent(db, actor, 10);
      return [mails.map(({ key }) => key).toSorted(), total];
    };
    expect(await shown(admin)).toEqual([[...hidden, 'reminder-1'], 6]);
    expect(await shown(events)).toEqual([['reminder-1'], 1]);
    for (const key of hidden) await expect(sendAgain(db, events, key)).rejects.toThrow(NotFound);
    await sendAgain(db, events, 'reminder-1');
    for (const role of ['editor', 'viewer', 'treasurer'] as const)
      await expect(listUnsent(db, { ...admin, role }, 10)).rejects.toThrow(NotAllowed);
    await sendAgain(db, admin, 'invitation-1');
  });
});
