import { expect, test } from 'vitest';
import { databases } from '../../test/databases.ts';
import { runDue } from '../../test/jobs.ts';
import { claimMail, rowOf } from '../../test/outbox.ts';
import { rebuildTables } from '../db/whole-tables.ts';
import { migrations } from '../db/migrations/all.ts';
import { sql } from 'kysely';
import { adoption } from './former-queues.ts';
import { listJobs, queueJob } from './jobs/queue.ts';

const BEFORE = Object.keys(migrations).filter((name) => name < '027');

test.each(databases)('what the version before queued on %s goes on where it was', async (_, open) => {
  const { db, close } = await open();
  const now = Date.now();
  const message = JSON.stringify({ subject: 'Hello', text: '', html: '' });
  await db.write((tx) =>
    rebuildTables(tx, db.dialect, BEFORE, async () => {
      const mails = [
        ['waiting', 'waiting', 3, now + 1000, 'No answer', null],
        ['failed', 'failed', 1, now, '550', null],
        ['sending', 'sending', 1, now + 60_000, null, null],
        ['sent', 'sent', 1, now, null, now],
      ] as const;
      for (const [key, state, attempts, next, error, sentAt] of mails) {
        await sql`insert into outbox (key, kind, recipient, message, state, attempts, next_at, error, created_at, sent_at)
          values (${key}, 'message', 'sam@example.edu', ${message}, ${state}, ${attempts}, ${next}, ${error}, 5, ${sentAt})`.execute(
          tx.query,
        );
      }
    }),
  );
  await db.write((tx) => queueJob(tx, 'adoption', '', 0));
  await runDue(db, adoption(db), now);
  expect(await rowOf(db, 'waiting')).toMatchObject({
    state: 'waiting',
    attempts: 3,
    run_at: now + 1000,
    error: 'No answer',
  });
  expect(await rowOf(db, 'failed')).toMatchObject({ state: 'failed', error: '550' });
  expect(await rowOf(db, 'sent')).toMatchObject({ state: 'sent' });
  // Another copy of that version may be sending it yet; the embedded database is one process's.
  const jobs = (await listJobs(db, 'mail')).map(({ key }) => key).toSorted();
  expect(jobs).toEqual(db.dialect === 'sqlite' ? ['failed', 'sending', 'waiting'] : ['failed', 'waiting']);
  await runDue(db, adoption(db), now + 3_600_000);
  const sent = [await claimMail(db, now + 3_600_000), await claimMail(db, now + 3_600_000)];
  expect(sent.flatMap((mail) => mail?.key ?? []).toSorted()).toEqual(['sending', 'waiting']);
  expect(await claimMail(db, now + 3_600_000)).toBeUndefined();
  await close();
});
