import { countRows, type Database, type Reader } from '../../db/db.server.ts';
import { clubDay } from '../../time/club-day.ts';
import { formatViewTime } from '../../time/club-time.ts';
import { noteActivity } from '../activity.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { toCsv } from '../csv.ts';
import { isEmail } from '../email-address.ts';
import { NotFound, Rejected, Stale } from '../errors.ts';
import { newKey } from '../keys.ts';
import type { MailingClub } from '../mail/mail.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { can } from '../roles.ts';
import { DAYS_SHOWN, isEmpty, readContent } from './content.ts';
import { eraseSubscribers, TEST_TOKEN } from './stop-links.ts';
import { contentThatFits, subjectOf, writeDigest } from './mails.ts';
import { nextIssue, type Issue, type Schedule } from './schedule.ts';
import { versionOf, type StoredNote } from './note.ts';
import { findLastSent, lockDigest } from './send-digest.ts';

const NOTHING = `There is nothing to send: no event in the next ${DAYS_SHOWN} days, and no note.`;

/** What officers see of the next mail. Only people who manage the club see the addresses. @throws NotAllowed */
export async function viewDigest(
  db: Reader,
  actor: Actor | null,
  { club, schedule }: { club: MailingClub; schedule: Schedule },
  now = Date.now(),
) {
  requireCapability(actor, 'write the digest');
  const issue = await requireNext(db, schedule, now);
  const row = await findNote(db, issue);
  const content = contentThatFits(club, await readContent(db, club, row, { from: issue.at, now }));
  return {
    count: await countRows(db.query.selectFrom('subscribers')),
    day: issue.day,
    next: formatViewTime(issue.at, club.clock),
    isLeftOut: row.is_left_out === 1,
    subject: subjectOf(club),
    content,
    nothing: isEmpty(content) ? NOTHING : null,
    subscribers: can(actor.role, 'manage the club') ? await listSubscribers(db) : null,
  };
}

async function requireNext(db: Reader, schedule: Schedule, now: number): Promise<Issue> {
  const issue = nextIssue(schedule, now, await findLastSent(db));
  if (!issue) throw new NotFound('There is no next mail.');
  return issue;
}

async function findNote({ query }: Reader, { day }: Issue) {
  const row = query.selectFrom('digests').select(['note', 'note_html', 'is_left_out']).where('day', '=', day);
  return (await row.executeTakeFirst()) ?? { note: '', note_html: '', is_left_out: 0 };
}

function listSubscribers({ query }: Reader) {
  return query
    .selectFrom('subscribers')
    .select((is) => [
      'key',
      is.fn.coalesce('email', is.val('')).as('email'),
      is.fn.coalesce('since', is.val('')).as('since'),
    ])
    .orderBy('address_key')
    .orderBy('key')
    .execute();
}

/**
 * Saves the note for the next mail only. `html` is what a mail shows of it, and `version` is that of the note the
 * officer saw.
 * @throws NotAllowed; Stale with the stored note if somebody wrote another meanwhile, or that mail has gone.
 */
export async function saveNote(
  db: Database,
  actor: Actor | null,
  schedule: Schedule,
  { note, html, version }: StoredNote & { html: string },
): Promise<{ version: number }> {
  requireCapability(actor, 'write the digest');
  const { day } = await requireNext(db, schedule, Date.now());
  await db.write(async (tx) => {
    const stored = await lockDigest(tx, day);
    const current: StoredNote = { note: stored.note, version: versionOf(stored.note) };
    if (current.version !== version && stored.note !== note) throw new Stale(current);
    await tx.query.updateTable('digests').set({ note, note_html: html }).where('day', '=', day).execute();
    await noteActivity(tx, actor, 'wrote the note of', 'digest', day, day);
    tx.changed('digest', day);
  });
  return { version: versionOf(note) };
}

/** Leaves out the next mail, or puts it back. @throws NotAllowed */
export async function leaveOut(
  db: Database,
  actor: Actor | null,
  schedule: Schedule,
  isLeftOut: boolean,
): Promise<void> {
  requireCapability(actor, 'write the digest');
  const { day } = await requireNext(db, schedule, Date.now());
  await db.write(async (tx) => {
    await lockDigest(tx, day);
    await tx.query
      .updateTable('digests')
      .set({ is_left_out: isLeftOut ? 1 : 0 })
      .where('day', '=', day)
      .execute();
    await noteActivity(tx, actor, isLeftOut ? 'left out' : 'put back', 'digest', day, day);
    tx.changed('digest', day);
  });
}

/**
 * Sends the mail, as it would be now, to the officer who asks.
 * @throws NotAllowed; Rejected if there is nothing to send, or nobody to send it to.
 */
export async function sendTestDigest(
  db: Database,
  actor: Actor | null,
  { club, schedule }: { club: MailingClub; schedule: Schedule },
  now = Date.now(),
): Promise<{ recipient: string }> {
  requireCapability(actor, 'write the digest');
  const { email: recipient } = actor;
  if (!isEmail(recipient)) throw new Rejected('Your account has no verified email address.');
  const issue = await requireNext(db, schedule, now);
  const content = await readContent(db, club, await findNote(db, issue), { from: issue.at, now });
  if (isEmpty(content)) throw new Rejected(NOTHING);
  const mail = { ...writeDigest(club, content), key: `digest-test-${newKey(now)}`, recipient, secret: TEST_TOKEN };
  await db.write((tx) => queueMail(tx, { ...mail, kind: 'digest' }));
  return { recipient };
}

/** @throws NotAllowed */
export async function subscribersFile(
  db: Reader,
  actor: Actor | null,
  timeZone: string,
): Promise<{ name: string; content: string }> {
  requireCapability(actor, 'manage the club');
  const rows = await listSubscribers(db);
  const content = toCsv(
    ['email', 'since'],
    rows.map(({ email, since }) => [email, since]),
  );
  return { name: `Subscribers ${clubDay(timeZone)}.csv`, content };
}

/** Erases the address for good: it does not go to the trash. @throws NotAllowed; NotFound if it is gone already. */
export async function removeSubscriber(db: Database, actor: Actor | null, key: string): Promise<void> {
  requireCapability(actor, 'manage the club');
  await db.write(async (tx) => {
    if ((await eraseSubscribers(tx, [key])) === 0) throw new NotFound('This address no longer gets these mails.');
    await noteActivity(tx, actor, 'removed', 'subscriber', key, 'one address');
  });
}
