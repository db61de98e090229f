import { describe, expect, test, vi } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { openBackupSite, restoreInto } from '../../../test/backups.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventSent } from '../../../test/event-inputs.ts';
import { claimNext, runDue } from '../../../test/jobs.ts';
import { club } from '../../../test/outbox.ts';
import { takeBackup } from '../../backup/take-backup.ts';
import type { Database } from '../../db/db.server.ts';
import { NotAllowed } from '../errors.ts';
import { LEASE_MS, settle } from '../jobs/run.ts';
import { publications } from '../event-changes/publish.ts';
import { addEvent, updateEvent } from '../event-changes/save-event.ts';
import { removeEvents } from '../event-changes/remove-events.ts';
import { announceEvent } from './announce.ts';
import {
  announcementJob,
  countAnnouncements,
  forgetAnnouncements,
  type ClaimedAnnouncement,
  type AnnouncementOutcome,
} from './send-announcements.ts';
import { announceAgain, listOpenAnnouncements, viewAnnouncements } from './view-announcements.ts';
import { requireAnyEvent } from '../events/with-drafts.ts';

const site = { publicUrl: club.publicUrl, accent: '#aa3b3b' };
const DAY = 86_400_000;

async function add(db: Database, title = 'Talk'): Promise<string> {
  const input = eventSent({ title, start: '2098-05-01T10:00', end: '2098-05-01T11:00', announce: true });
  return (await addEvent(db, admin, input, club)).key;
}

interface InHand extends ClaimedAnnouncement {
  /** Notes what came of it. */
  end: (outcome: AnnouncementOutcome) => Promise<void>;
}

/** The next one that is due, as a sender has it before the chat has answered. */
async function findClaim(db: Database, now = Date.now()): Promise<InHand | undefined> {
  const inHand = Promise.withResolvers<ClaimedAnnouncement>();
  const answer = Promise.withResolvers<AnnouncementOutcome>();
  const jobs = announcementJob(
    () => site,
    async (one) => {
      inHand.resolve(one);
      return { outcome: await answer.promise };
    },
  );
  const claimed = await claimNext(db, jobs, now);
  if (!claimed) return undefined;
  const noting = claimed.work(new AbortController().signal);
  return {
    ...(await inHand.promise),
    async end(outcome) {
      answer.resolve(outcome);
      await settle(db, claimed, await noting);
    },
  };
}

async function claim(db: Database, now?: number): Promise<InHand> {
  const claimed = await findClaim(db, now);
  if (!claimed) throw new Error('Nothing was due');
  return claimed;
}

describe.each(databases)('announcements to send on %s', (_, open) => {
  const { db } = freshDatabase(open);

  const states = async () => [...(await countAnnouncements(db)).keys()];

  test('one at a time; who has not spoken within a minute is gone, and what it says later still counts', async () => {
    await add(db);
    await add(db, 'Other');
    const at = Date.now();
    const claimed = await claim(db, at);
    expect(await findClaim(db, at)).toBeUndefined();
    expect(await findClaim(db, at + LEASE_MS - 1)).toBeUndefined();
    expect((await states()).toSorted()).toEqual(['sending', 'waiting']);
    const other = await claim(db, at + LEASE_MS);
    expect((await states()).toSorted()).toEqual(['sending', 'uncertain']);
    expect(await listOpenAnnouncements(db, admin, 10)).toEqual([
      { key: claimed.eventKey, title: 'Talk', state: 'uncertain' },
    ]);
    await claimed.end({ kind: 'sent', messageId: '1' });
    expect((await states()).toSorted()).toEqual(['sending', 'sent']);
    await other.end({ kind: 'sent', messageId: '2' });
    expect(await states()).toEqual(['sent']);
  });

  test('what was sent again meanwhile is not settled by who was late', async () => {
    const key = await add(db);
    const late = await claim(db);
    expect(await findClaim(db, Date.now() + LEASE_MS)).toBeUndefined();
    await announceAgain(db, admin, { eventKey: key, key: late.key });
    const again = await claim(db, Date.now() + 1000);
    await again.end({ kind: 'sent', messageId: '2' });
    await late.end({ kind: 'failed', error: 'Too late' });
    expect(await viewAnnouncements(db, admin, key)).toMatchObject([{ state: 'sent', error: null }]);
  });

  test('nobody but who changes events sends again, and only what is the event’s', async () => {
    const key = await add(db);
    const claimed = await claim(db);
    await claimed.end({ kind: 'failed', error: 'No' });
    for (const role of ['viewer', 'treasurer', null] as const) {
      const asked = announceAgain(db, { ...admin, role }, { eventKey: key, key: claimed.key });
      await expect(asked).rejects.toThrow(NotAllowed);
    }
    await expect(announceAgain(db, null, { eventKey: key, key: claimed.key })).rejects.toThrow(NotAllowed);
    await expect(announceAgain(db, admin, { eventKey: 'other', key: claimed.key })).rejects.toThrow('no such');
    expect(await states()).toEqual(['failed']);
  });

  test('one that failed is no concern any more once a later one was sent', async () => {
    const key = await add(db);
    await (await claim(db)).end({ kind: 'uncertain', error: 'No answer' });
    await db.write(async (tx) => {
      await tx.query.updateTable('events').set({ location: 'Elsewhere' }).where('key', '=', key).execute();
      await announceEvent(tx, await requireAnyEvent(tx, key), Date.now() + 1);
    });
    await (await claim(db, Date.now() + 1000)).end({ kind: 'sent', messageId: '1' });
    expect(await listOpenAnnouncements(db, admin, 10)).toEqual([]);
    const views = await viewAnnouncements(db, admin, key);
    expect(views.map(({ state, isOpen }) => [state, isOpen])).toEqual([
      ['uncertain', false],
      ['sent', false],
    ]);
    const [first] = views;
    await expect(announceAgain(db, admin, { eventKey: key, key: first?.key ?? '' })).rejects.toThrow('since changed');
  });

  test('what waited until the event was over is not sent, nor asked about any more; an edit still is', async () => {
    const later = Date.parse('2098-05-02');
    const key = await add(db);
    const once = { start: '2098-05-01T10:00', end: '2098-05-01T11:00', announce: true };
    await db.write(({ query }) => query.updateTable('announcements').set({ queued_at: later }).execute());
    expect(await findClaim(db, later)).toBeUndefined();
    expect(await states()).toEqual([]);
    await db.write(async (tx) => announceEvent(tx, await requireAnyEvent(tx, key)));
    const first = await claim(db);
    await first.end({ kind: 'failed', error: 'No' });
    expect(await listOpenAnnouncements(db, admin, 10)).toHaveLength(1);
    expect(await listOpenAnnouncements(db, admin, 10, later)).toEqual([]);
    const again = { eventKey: key, key: first.key };
    await expect(announceAgain(db, admin, again, later)).rejects.toThrow('is over');
    await announceAgain(db, admin, again);
    await (await claim(db)).end({ kind: 'sent', messageId: '1' });
    const { version } = await requireAnyEvent(db, key);
    await updateEvent(db, admin, { key, version, input: eventSent({ ...once, title: 'How it was' }) }, club);
    await db.write(({ query }) => query.updateTable('announcements').set({ queued_at: later }).execute());
    expect(await findClaim(db, later)).toMatchObject({ messageId: '1' });
  });

  test('what waited for a sender too long is given up', async () => {
    await add(db);
    expect(await findClaim(db, Date.now() + 4 * DAY)).toBeUndefined();
    expect(await states()).toEqual(['failed']);
  });

  test('of events that are gone for good nothing is kept', async () => {
    const key = await add(db);
    await add(db, 'Other');
    for (let at = 0; at < 2; at++) await (await claim(db)).end({ kind: 'sent', messageId: `${at}` });
    await removeEvents(db, admin, [key], club);
    await forgetAnnouncements(db, Date.now() + 30 * DAY);
    expect([...(await countAnnouncements(db)).values()]).toEqual([1, 1]);
    await forgetAnnouncements(db, Date.now() + 32 * DAY);
    expect(await countAnnouncements(db)).toEqual(new Map([['sent', 1]]));
  });
});

test('after a restore nobody knows what was sent since: nothing of it goes out by itself', async () => {
  const [from, to] = [await openBackupSite(), await openBackupSite()];
  await add(from.db);
  await takeBackup(from.db, from.storage, from.backup);
  await restoreInto(to, from.backup);
  expect(await findClaim(to.db)).toBeUndefined();
  expect([...(await countAnnouncements(to.db)).keys()]).toEqual(['uncertain']);
  await from.close();
  await to.close();
});

test('whether what was timed was announced since a backup was taken nobody knows: it is not posted twice', async () => {
  const from = await openBackupSite();
  const key = await add(from.db, 'Timed');
  const later = await add(from.db, 'Later');
  const [soon, far] = [Date.now() + DAY, Date.now() + 10 * DAY];
  await from.db.write(async ({ query }) => {
    await query.deleteFrom('announcements').execute();
    await query.updateTable('events').set({ publish_at: soon }).where('key', '=', key).execute();
    await query.updateTable('events').set({ publish_at: far }).where('key', '=', later).execute();
  });
  await takeBackup(from.db, from.storage, from.backup);
  const to = await openBackupSite();
  vi.useFakeTimers({ toFake: ['Date'], now: soon + DAY });
  try {
    await restoreInto(to, from.backup);
    await runDue(to.db, publications);
    expect(await findClaim(to.db)).toBeUndefined();
    expect(await listOpenAnnouncements(to.db, admin, 10)).toEqual([{ key, title: 'Timed', state: 'uncertain' }]);
    const [view] = await viewAnnouncements(to.db, admin, key);
    await announceAgain(to.db, admin, { eventKey: key, key: view?.key ?? '' });
    expect(await claim(to.db)).toMatchObject({ eventKey: key, messageId: null });
    vi.setSystemTime(far);
    await runDue(to.db, publications);
    expect(await viewAnnouncements(to.db, admin, later)).toMatchObject([{ kind: 'published', state: 'waiting' }]);
  } finally {
    vi.useRealTimers();
    await from.close();
    await to.close();
  }
});
