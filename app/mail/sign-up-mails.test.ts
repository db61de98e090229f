import ICAL from 'ical.js';
import PostalMime, { type Email } from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../test/databases.ts';
import { runDue } from '../../test/jobs.ts';
import { eventRow, insertEvents } from '../../test/event-rows.ts';
import { openMailServer, type MailServer } from '../../test/mail-server.ts';
import { club, startSender } from '../../test/outbox.ts';
import { insertPersonForm, insertSignUps, signUpRow } from '../../test/sign-ups.ts';
import { requireAnyEvent } from '../domain/events/with-drafts.ts';
import { tellAboutCancellation, tellAboutChange } from '../domain/sign-ups/tell-about-changes.ts';
import { beginMailing } from '../domain/sign-ups/mailings.ts';
import { writeOfficersMessage } from '../domain/sign-ups/mails.ts';
import { mailSignUp } from '../domain/sign-ups/send-mails.ts';
import { reminderJobs } from '../domain/sign-ups/reminders.ts';
import { requireSignUp } from '../domain/sign-ups/read-sign-ups.ts';
import type { Worker } from '../domain/jobs/worker.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2126, 10, 21, 0, 30);
const ARABIC = 'أمسية البرمجة';

/** A title, how a mail shows it, and how its subject does where that is another way. */
const MARKS = '\uE000secret\uE000 {title} {n} {secret} $& $1 ${token} %s';
const TITLES: [what: string, title: string, shown: string, inSubject?: string][] = [
  ['plain', 'Talk', 'Talk'],
  ['with emoji', 'Café 🎉👩‍💻 & friends', 'Café 🎉👩‍💻 & friends'],
  ['in Arabic', ARABIC, ARABIC],
  ['with line ends', 'Talk\r\nBcc: victim@example.com\r\n\r\nbody', 'Talk', 'Talk Bcc: victim@example.com body'],
  ['of 300 characters', '漢'.repeat(300), '漢'.repeat(299)],
  ['of marks that programs fill in', MARKS, MARKS],
  ['of HTML', '<img src=x onerror=alert(1)>{n}$&', '<img src=x onerror=alert(1)>{n}$&'],
];

/** Each mail about a sign-up: whether it has a file for the calendar, and whether it has the link. */
const MAILS = [
  { begins: 'You have a place: ', status: 'CONFIRMED', hasLink: true },
  { begins: 'You are on the waitlist: ', status: undefined, hasLink: true },
  { begins: 'A place is yours: ', status: 'CONFIRMED', hasLink: true },
  { begins: 'Your sign-up is cancelled: ', status: 'CANCELLED', hasLink: true },
  { begins: 'Please pay: ', status: undefined, hasLink: true },
  { begins: 'Your place was given up: ', status: 'CANCELLED', hasLink: true },
  { begins: 'Your sign-up: ', status: undefined, hasLink: true },
  { begins: 'Reminder: ', status: undefined, hasLink: true },
  { begins: 'Changed: ', status: 'CONFIRMED', hasLink: true },
  { begins: 'Cancelled: ', status: 'CANCELLED', hasLink: false },
] as const;

const OCCASIONS = ['going', 'waiting', 'moved up', 'cancelled', 'please pay', 'given up', 'link'] as const;

const ALLOWED = [
  ...['from', 'to', 'subject', 'message-id', 'auto-submitted', 'date', 'mime-version', 'content-type'],
  ...['content-transfer-encoding', 'received'],
];

const opened = freshDatabase();
let server: MailServer;
let sender: Worker | undefined;

beforeEach(async () => {
  server = await openMailServer();
});
afterEach(async () => {
  await sender?.stop();
  sender = undefined;
  await server.close();
});

/** Everything that is queued, as a mail program reads it. */
async function readAll(count: number): Promise<Email[]> {
  sender = startSender(opened.db, server.url);
  const received = await server.waitFor(count);
  return Promise.all(received.map(({ raw }) => PostalMime.parse(raw)));
}

/** One mail for each occasion there is, about an event of this title. */
async function queueEach(title: string): Promise<void> {
  const { db } = opened;
  const times = { time_start: START, time_end: START + HOUR };
  await insertEvents(db, eventRow('talk', { title, location: 'Room <7> & \u202Ehall', form_id: 'form', ...times }));
  await insertPersonForm(db, 'form');
  await insertSignUps(db, [signUpRow('form', 'ana', { state: 'waiting' })]);
  const event = await requireAnyEvent(db, 'talk');
  const ana = await requireSignUp(db, 'form', 'ana');
  await db.write(async (tx) => {
    for (const occasion of OCCASIONS) {
      await mailSignUp(tx, club, { event, howToPay: '' }, { to: ana, occasion });
    }
    await tellAboutChange(tx, club, [event, { ...event, location: 'Room 8', version: 1 }]);
    await tx.query.updateTable('entries').set({ state: 'going' }).execute();
  });
  await runDue(
    db,
    reminderJobs(() => club),
    START - 24 * HOUR,
  );
  await db.write((tx) => tellAboutCancellation(tx, club, { ...event, version: 1 }, { isRemoved: true }));
}

describe.each(TITLES)('of an event whose title is %s', (_what, title, shown, inSubject = shown) => {
  test('each mail arrives whole: headers, both parts and the file for the calendar', async () => {
    await queueEach(title);
    const mails = await readAll(MAILS.length);
    for (const { begins, status, hasLink } of MAILS) {
      const found = mails.filter(({ subject }) => subject?.startsWith(begins));
      expect(found.map(({ subject }) => subject?.slice(0, begins.length))).toEqual([begins]);
      const [mail] = found;
      expect(mail?.subject?.length).toBeLessThanOrEqual(150);
      const subject = `${begins}${inSubject}`;
      expect(mail?.subject).toBe(subject.length > 150 ? `${subject.slice(0, 149)}…` : subject);
      expect(mail?.from).toMatchObject({ name: club.name, address: club.email });
      expect(mail?.to).toMatchObject([{ address: 'ana@example.edu' }]);
      expect(mail?.messageId).toMatch(/^<[\w=-]+@club\.example\.edu>$/);
      expect(mail?.headers.map(({ key }) => key).filter((key) => !ALLOWED.includes(key))).toEqual([]);
      expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
      expectBody(mail, { shown, hasLink });
      expectFile(mail, { title, status });
    }
  });
});

function expectBody(mail: Email | undefined, { shown, hasLink }: { shown: string; hasLink: boolean }): void {
  const text = mail?.text ?? '';
  const html = mail?.html ?? '';
  const escaped = shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  expect(text).toContain(shown);
  expect(html).toContain(escaped);
  expect(text).toContain('When: Wed Nov 20, 2126, 7:30–8:30 PM');
  expect(text).toMatch(/^Where: Room (?:<7> & hall|8)$/m);
  expect(html).toMatch(/<strong>Where:<\/strong> <bdi>Room (?:&lt;7&gt; &amp; hall|8)<\/bdi>/);
  const ours = [text, html].join('').replaceAll(shown, '').replaceAll(escaped, '');
  expect(ours).not.toMatch(/[\uE000\uFFFD]|\{title\}|undefined/);
  for (const part of [text, html]) {
    // In its link, and nowhere else.
    const [, token = '\0'] = /\/sign-ups\/([\w-]{22,})/.exec(part) ?? [];
    expect(part.split(token)).toHaveLength(hasLink ? 2 : 1);
  }
  // Readable in the dark: the mail program's own colours, and it knows that it may use them.
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('<meta name="supported-color-schemes" content="light dark">');
  expect(html).not.toMatch(/(?<![\w-])(?:color|background)\s*:/);
}

function expectFile(mail: Email | undefined, given: { title: string; status: string | undefined }): void {
  const files = mail?.attachments ?? [];
  expect(files).toHaveLength(given.status === undefined ? 0 : 1);
  for (const { filename, mimeType, disposition, method, content } of files) {
    const done = given.status === 'CANCELLED' ? 'CANCEL' : 'PUBLISH';
    expect([filename, mimeType, disposition, method]).toEqual(['event.ics', 'text/calendar', 'attachment', done]);
    const ics = typeof content === 'string' ? content : new TextDecoder().decode(content);
    const calendar = new ICAL.Component(ICAL.parse(ics));
    expect(calendar.getFirstPropertyValue('method')).toBe(done);
    const [entry] = calendar.getAllSubcomponents('vevent');
    expect(entry?.getFirstPropertyValue('status')).toBe(given.status);
    expect(entry?.getFirstPropertyValue('uid')).toBe('talk@club.example.edu');
    expect(entry?.getFirstPropertyValue('summary')).toBe(given.title.replaceAll('\r\n', '\n'));
  }
}

test('what an officer writes arrives as it was written, with when, where and the link', async () => {
  const { db } = opened;
  await insertEvents(db, eventRow('talk', { title: 'Talk', form_id: 'form', time_start: START, location: 'Room 7' }));
  await insertPersonForm(db, 'form');
  await insertSignUps(db, [signUpRow('form', 'ana')]);
  const words = { subject: 'Bring a coat\r\nBcc: victim@example.com', message: 'Dear all,\n\nit is <cold>.' };
  const message = writeOfficersMessage(club, await requireAnyEvent(db, 'talk'), words);
  const mailing = { key: 'm', name: 'm', formId: 'form', kind: 'message', message } as const;
  await db.write((tx) => beginMailing(tx, { ...mailing, to: ['going'], signedUpBy: Date.now() }));
  const [mail] = await readAll(1);
  expect(mail?.subject).toBe('Bring a coat Bcc: victim@example.com');
  expect(mail?.bcc).toBeUndefined();
  expect(mail?.text).toContain('Dear all,\n\nit is <cold>.');
  expect(mail?.html).toContain('it is &lt;cold&gt;.');
  expect(mail?.text).toMatch(/When: Wed Nov 20, 2126, 7:30 PM\nWhere: Room 7/);
  expect(mail?.text).toMatch(/\/sign-ups\/[\w-]{22,}/);
});
