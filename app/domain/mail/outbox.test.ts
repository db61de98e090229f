import { describe, expect, test } from 'vitest';
import type { Actor } from '../actor.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { claimMail, DOWN, queue, REFUSED, rowOf, SENT, type MailInHand } from '../../../test/outbox.ts';
import { listActivity } from '../activity.ts';
import { NotAllowed, NotFound, Rejected } from '../errors.ts';
import { listJobs } from '../jobs/queue.ts';
import { LEASE_MS, renewLease } from '../jobs/run.ts';
import { hasAccepted } from './accepted.ts';
import { forgetOldMail } from './forget-old-mail.ts';
import { queueMail } from './queue-mail.ts';
import { sendAgain } from './unsent-mail.ts';

const admin: Actor = { uid: 'a', name: 'Ada', email: 'ada@example.edu', role: 'admin' };

describe.each(databases)('the outbox on %s', (_, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;

  async function claimAt(now?: number): Promise<MailInHand> {
    const mail = await claimMail(db, now);
    if (!mail) throw new Error('Nothing is due');
    return mail;
  }

  test('a mail is there when its cause is committed, and not when it is undone', async () => {
    await queue(db, 'kept');
    const undone = db.write(async (tx) => {
      await queueMail(tx, {
        key: 'undone',
        kind: 'chat invite',
        recipient: 'sam@example.edu',
        subject: '',
        text: '',
        html: '',
      });
      throw new Error('The cause fails');
    });
    await expect(undone).rejects.toThrow('The cause fails');
    expect(await db.query.selectFrom('outbox').select('key').execute()).toEqual([{ key: 'kept' }]);
    expect(await rowOf(db, 'kept')).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(await listJobs(db, 'mail')).toHaveLength(1);
  });

  test('the same key queues one mail', async () => {
    await queue(db, 'once', { subject: 'First' });
    await queue(db, 'once', { subject: 'Second' });
    expect(JSON.parse((await rowOf(db, 'once')).message)).toMatchObject({ subject: 'First' });
  });

  test('what has waited longest is claimed first, and each mail by one sender', async () => {
    for (const key of ['a', 'b', 'c']) await queue(db, key);
    const other = await opened.copy();
    const claimed = await Promise.all(Array.from({ length: 12 }, (_at, at) => claimMail(at % 2 ? db : other)));
    const keys = claimed.flatMap((mail) => mail?.key ?? []);
    expect(keys.toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('a claim that nobody renews runs out, and the mail is claimed again', async () => {
    await queue(db, 'crashed');
    const now = Date.now();
    const first = await claimAt(now);
    expect(await claimMail(db, now + LEASE_MS - 1)).toBeUndefined();
    await renewLease(db, first.claimed, now + LEASE_MS / 2);
    expect(await claimMail(db, now + LEASE_MS)).toBeUndefined();
    expect(await claimAt(now + 2 * LEASE_MS)).toMatchObject({ key: 'crashed', attempts: 2 });
    // Whoever held the claim before has no say any more.
    await first.end(REFUSED);
    expect(await rowOf(db, 'crashed')).toMatchObject({ state: 'sending', error: null });
  });

  test('a mail that was sent is not claimed again', async () => {
    await queue(db, 'sent');
    await (await claimAt()).end(SENT);
    expect(await rowOf(db, 'sent')).toMatchObject({ state: 'sent', error: null, sent_at: expect.any(Number) });
    expect(await claimMail(db, Date.now() + 365 * 86_400_000)).toBeUndefined();
  });

  test('mail is forgotten 30 days after it was sent, what could not be sent 90 days after it came', async () => {
    await queue(db, 'sent');
    await (await claimAt()).end(SENT);
    await queue(db, 'failed');
    await (await claimAt()).end(REFUSED);
    await queue(db, 'waiting');
    const keys = async () =>
      (await db.query.selectFrom('outbox').select('key').orderBy('key').execute()).map(({ key }) => key);
    await forgetOldMail(db, Date.now() + 29 * 86_400_000);
    expect(await keys()).toEqual(['failed', 'sent', 'waiting']);
    await forgetOldMail(db, Date.now() + 31 * 86_400_000);
    expect(await keys()).toEqual(['failed', 'waiting']);
    await forgetOldMail(db, Date.now() + 89 * 86_400_000);
    expect(await keys()).toEqual(['failed', 'waiting']);
    await forgetOldMail(db, Date.now() + 91 * 86_400_000);
    expect(await keys()).toEqual([]);
  });

  test('that a server took one is kept, and not that one was refused', async () => {
    await queue(db, 'refused');
    await (await claimAt()).end(REFUSED);
    expect(await hasAccepted(db)).toBe(false);
    await queue(db, 'sent');
    await (await claimAt()).end(SENT);
    expect(await hasAccepted(db)).toBe(true);
    await forgetOldMail(db, Date.now() + 91 * 86_400_000);
    expect(await hasAccepted(db)).toBe(true);
  });

  test('while the server is down, the mail is tried within every minute of the first hour and for three days', async () => {
    await queue(db, 'patient');
    const start = Date.now();
    let now = start;
    const delays: { after: number; delay: number }[] = [];
    for (;;) {
      await (await claimAt(now)).end(DOWN, now);
      const { state, run_at: next } = await rowOf(db, 'patient');
      if (state === 'failed') break;
      delays.push({ after: now - start, delay: next - now });
      now = next;
    }
    const firstHour = delays.filter(({ after }) => after < 3_600_000).map(({ delay }) => delay);
    expect(firstHour.length).toBeGreaterThan(60);
    expect(Math.max(...firstHour)).toBeLessThan(60_000);
    expect((now - start) / 3_600_000).toBeGreaterThan(68);
    expect((now - start) / 3_600_000).toBeLessThan(76);
    expect((await rowOf(db, 'patient')).error).toBe(
      `Given up after three days. The last problem: connect ECONNREFUSED`,
    );
  });

  test('what is refused for good fails at once', async () => {
    await queue(db, 'refused');
    await (await claimAt()).end(REFUSED);
    expect(await rowOf(db, 'refused')).toMatchObject({ state: 'failed', error: '550 no such user', attempts: 1 });
  });

  test('an admin sends a failed or waiting mail again, nobody else', async () => {
    await queue(db, 'failed');
    await (await claimAt()).end(REFUSED);
    await expect(sendAgain(db, null, 'failed')).rejects.toThrow(NotAllowed);
    await expect(sendAgain(db, { ...admin, role: null }, 'failed')).rejects.toThrow(NotAllowed);
    expect(await rowOf(db, 'failed')).toMatchObject({ state: 'failed' });
    await sendAgain(db, admin, 'failed');
    expect(await claimAt()).toMatchObject({ key: 'failed', attempts: 1 });
    const log = await listActivity(db, admin, 5);
    expect(log).toMatchObject([{ who: 'Ada', verb: 'sent again', topic: 'mail', recordKey: 'failed' }]);
    expect(JSON.stringify(log)).not.toContain('sam@example.edu');
  });

  test('a mail that is being sent, was sent or never existed is not sent again', async () => {
    await queue(db, 'busy');
    const mail = await claimAt();
    await expect(sendAgain(db, admin, 'busy')).rejects.toThrow(new Rejected('This mail is being sent now.'));
    await mail.end(SENT);
    await expect(sendAgain(db, admin, 'busy')).rejects.toThrow(new Rejected('This mail has already been sent.'));
    await expect(sendAgain(db, admin, 'none')).rejects.toThrow(NotFound);
  });
});
