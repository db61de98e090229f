import ICAL from 'ical.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../test/databases.ts';
import { eventRow, insertEvents } from '../../test/event-rows.ts';
import { openMailServer, type MailServer, type ReceivedMail } from '../../test/mail-server.ts';
import { club, startSender } from '../../test/outbox.ts';
import { findPart } from '../../test/read-mail.ts';
import { confirmSignUp, forwardToClub, inviteToChat } from '../domain/sign-ups/mail-about-responses.ts';
import { queueMail } from '../domain/mail/queue-mail.ts';
import type { EventFormField } from '../domain/forms/event-form-definition.ts';
import type { Worker } from '../domain/jobs/worker.ts';

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

/** What comes out once everything queued is sent. */
async function received(): Promise<ReceivedMail> {
  sender = startSender(opened.db, server.url);
  const [mail] = await server.waitFor(1);
  if (!mail) throw new Error('No mail came');
  return mail;
}

const header = ({ mail }: ReceivedMail, name: string) => mail.headers.get(name);
const body = ({ mail }: ReceivedMail, type: string) => findPart(mail, type)?.content.replaceAll('\r\n', '\n') ?? '';

test('a chat invite brings the link to the address entered', async () => {
  await opened.db.write((tx) => inviteToChat(tx, club, { key: 'k1', email: 'sam@example.edu' }));
  const mail = await received();
  expect(mail.to).toEqual(['sam@example.edu']);
  expect(header(mail, 'subject')).toBe(
    'Your invite to the Discord server of the Quillmoor University Computer Science Club',
  );
  expect(header(mail, 'message-id')).toBe('<chat-invite-k1@club.example.edu>');
  expect(body(mail, 'text/plain')).toContain('Join our Discord server:\nhttps://chat.example.com/invite/abc');
  expect(body(mail, 'text/plain')).toContain(
    'Thank you for registering to the club, welcome to the Quillmoor University Computer Science Club!',
  );
  expect(body(mail, 'text/html')).toContain(
    '<a href="https://chat.example.com/invite/abc">Join our Discord server</a>',
  );
});

describe('a contact message', () => {
  const send = (given = {}) =>
    opened.db.write((tx) =>
      forwardToClub(tx, club, { key: 'c1', name: 'Zoë', email: 'zoe@example.edu', message: 'Hi', ...given }),
    );

  test('reaches the club, and an answer reaches the visitor', async () => {
    await send({ message: 'First line\r\n\r\nSecond – with “quotes”' });
    const mail = await received();
    expect(mail.to).toEqual(['club@example.edu']);
    expect(header(mail, 'from')).toContain('<club@example.edu>');
    expect(header(mail, 'reply-to')).toBe('Zoë <zoe@example.edu>');
    expect(header(mail, 'subject')).toBe('Message from Zoë');
    expect(header(mail, 'auto-submitted')).toBeUndefined();
    expect(body(mail, 'text/plain')).toContain(
      'Name: Zoë\nEmail: zoe@example.edu\n\n> First line\n>\n> Second – with “quotes”',
    );
    expect(body(mail, 'text/html')).toContain('First line<br>');
  });

  test('a line end in the name begins no header, and no quote ends it', async () => {
    await send({ name: 'Eve\r\nBcc: victim@example.com\r\n\r\n<b>body</b>", other@example.com <x@example.com>' });
    const mail = await received();
    expect(mail.to).toEqual(['club@example.edu']);
    expect([...mail.mail.headers.keys()]).not.toContain('bcc');
    expect(body(mail, 'text/plain')).not.toMatch(/^Bcc:/im);
    expect(header(mail, 'subject')).toMatch(/^Message from Eve Bcc: victim@example.com/);
    expect(header(mail, 'reply-to')).toMatch(/<zoe@example.edu>$/);
    expect(body(mail, 'text/html')).toContain('&lt;b&gt;body&lt;/b&gt;');
  });

  test('markup, control characters and halves of characters do no harm', async () => {
    await send({ name: '\u202Eevil\0', message: '<script>alert(1)</script>\0 \uD800 & "so on"' });
    const mail = await received();
    expect(header(mail, 'subject')).toBe('Message from evil');
    expect(body(mail, 'text/html')).toContain(
      '<blockquote>&lt;script&gt;alert(1)&lt;/script&gt;  &amp; &quot;so on&quot;</blockquote>',
    );
    expect(body(mail, 'text/plain')).toContain('> <script>alert(1)</script>  & "so on"');
  });

  test('a very long one is cut, and says where the rest is', async () => {
    await send({ name: 'N'.repeat(5000), message: 'x'.repeat(1_000_000) });
    const mail = await received();
    expect(mail.raw.length).toBeLessThan(60_000);
    expect(header(mail, 'subject')?.length).toBeLessThanOrEqual(150);
    expect(body(mail, 'text/plain')).toContain('https://club.example.edu/admin/submissions');
  });

  test('one without a name or a message is sent too', async () => {
    await send({ name: '', message: '' });
    const mail = await received();
    expect(header(mail, 'subject')).toBe('Message from zoe@example.edu');
    expect(header(mail, 'reply-to')).toBe('zoe@example.edu');
  });
});

describe('an event sign-up', () => {
  const field = (name: string, given: Partial<EventFormField>): EventFormField => ({
    name,
    type: 'text',
    description: '',
    required: false,
    options: [],
    ...given,
  });
  const fields = [
    field('aaa', { description: 'Your name' }),
    field('bbb', { description: 'E-mail address' }),
    field('ccc', { description: 'Email me news', type: 'checkbox' }),
  ];
  const event = eventRow('e1', {
    title: 'Café & <Code>',
    location: 'Room 332',
    form_id: 'form1',
    time_start: Date.UTC(2126, 10, 21, 0, 30),
    time_end: Date.UTC(2126, 10, 21, 2, 30),
  });
  const signUp = (answers: Record<string, string | boolean>) =>
    opened.db.write((tx) => confirmSignUp(tx, club, { key: 'n1', form: { id: 'form1', fields }, answers }));
  const queued = () => opened.db.query.selectFrom('outbox').select('recipient').execute();

  test('is confirmed with what, when and where, and the event for the calendar', async () => {
    await insertEvents(opened.db, event);
    await signUp({ aaa: 'sam <b>', bbb: ' sam@example.edu ', ccc: true });
    const mail = await received();
    expect(mail.to).toEqual(['sam@example.edu']);
    expect(header(mail, 'subject')).toBe('You are signed up: Café & <Code>');
    const text = body(mail, 'text/plain');
    expect(text).toContain('When: Wed Nov 20, 2126, 7:30–9:30 PM\nWhere: Room 332');
    expect(text).toContain('https://club.example.edu/events/e1');
    expect(body(mail, 'text/html')).toContain('Café &amp; &lt;Code&gt;');
    // Whoever entered the address may not be its owner: none of the answers is sent to it.
    expect(mail.raw).not.toContain('sam <b>');
    const file = findPart(mail.mail, 'text/calendar');
    expect(file?.headers.get('content-disposition')).toBe('attachment; filename=event.ics');
    const [entry] = new ICAL.Component(ICAL.parse(file?.content ?? '')).getAllSubcomponents('vevent');
    const inCalendar = new ICAL.Event(entry);
    expect(inCalendar.summary).toBe('Café & <Code>');
    expect(inCalendar.startDate.toJSDate().getTime()).toBe(event.time_start);
  });

  test('of a tentative event without a fixed date says so, and brings no calendar file', async () => {
    await insertEvents(opened.db, { ...event, tentative: 1, hidden_date: 1, custom_date: 'Every second Friday' });
    await signUp({ bbb: 'sam@example.edu' });
    const mail = await received();
    expect(header(mail, 'subject')).toBe('You are signed up: [TENTATIVE] Café & <Code>');
    expect(body(mail, 'text/plain')).toContain('When: Every second Friday');
    expect(body(mail, 'text/plain')).toContain('The date and time are tentative.');
    expect(findPart(mail.mail, 'text/calendar')).toBeUndefined();
  });

  test('a title with line ends begins no header', async () => {
    await insertEvents(opened.db, { ...event, title: 'Talk\r\nBcc: victim@example.com' });
    await signUp({ bbb: 'sam@example.edu' });
    const mail = await received();
    expect(mail.mail.headers.has('bcc')).toBe(false);
    expect(header(mail, 'subject')).toBe('You are signed up: Talk Bcc: victim@example.com');
  });

  test.each([
    ['no answer', {}],
    ['no address', { bbb: 'not an address' }],
    ['two addresses', { bbb: 'a@example.edu, b@example.edu' }],
    ['an address in a field that asks for none', { aaa: 'sam@example.edu' }],
    ['a ticked box', { ccc: true }],
  ])('with %s queues no mail', async (_, answers) => {
    await insertEvents(opened.db, event);
    await signUp(answers);
    expect(await queued()).toEqual([]);
  });

  test('to a form that several events share is confirmed for the next of them', async () => {
    const day = 86_400_000;
    const rows = [-2, 2, 1].map((days) =>
      eventRow(`in ${days}`, { title: `In ${days} days`, form_id: 'form1', time_start: Date.now() + days * day }),
    );
    await insertEvents(opened.db, ...rows);
    await signUp({ bbb: 'sam@example.edu' });
    expect(header(await received(), 'subject')).toBe('You are signed up: In 1 days');
  });
});

test.each(['', 'a@example.edu, b@example.edu', 'a@example.edu\r\nRCPT TO:<b@example.edu>', 'Sam <a@example.edu>'])(
  '%j is no recipient',
  async (recipient) => {
    const mail = { kind: 'chat invite', recipient, subject: '', text: '', html: '' } as const;
    await expect(opened.db.write((tx) => queueMail(tx, mail))).rejects.toThrow(TypeError);
    expect(await opened.db.query.selectFrom('outbox').selectAll().execute()).toEqual([]);
  },
);
