import PostalMime from 'postal-mime';
import { afterEach, expect, test } from 'vitest';
import { freshDatabase } from '../../test/databases.ts';
import { openMailServer, type MailServer, type ReceivedMail } from '../../test/mail-server.ts';
import { club, queue, startSender } from '../../test/outbox.ts';
import type { DigestContent, DigestEvent } from '../domain/digest/content.ts';
import { writeDigest } from '../domain/digest/mails.ts';
import { MOST_CHARACTERS } from '../domain/digest/note.ts';
import type { Worker } from '../domain/jobs/worker.ts';
import { renderForMail } from '../guide/render-for-mail.ts';

const { db } = freshDatabase();
let server: MailServer | undefined;
let sender: Worker | undefined;
afterEach(async () => {
  await sender?.stop();
  await server?.close();
});

const TOKEN = 'abcdefghijklmnopqrstuvwxyz-_0123';

const EVENT: DigestEvent = {
  ...{ key: 'talk', title: 'Compilers & <tea>', when: 'Fri Nov 20, 7:30–9 PM', where: 'Room 332' },
  ...{ state: '3 of 20 places left', url: 'https://club.example.edu/events/talk', isNew: true },
};

async function contentOf(note: string, given: Partial<DigestContent> = {}): Promise<DigestContent> {
  return { note, noteHtml: await renderForMail(note, club.publicUrl), events: [EVENT], more: 0, ...given };
}

/** As a mail server gets it. */
async function received(content: DigestContent, from = club): Promise<ReceivedMail | undefined> {
  server = await openMailServer();
  sender = startSender(db, server.url);
  await queue(db, 'digest-2026-11-22-ana', { ...writeDigest(from, content), kind: 'digest', secret: TOKEN });
  return (await server.waitFor(1))[0];
}

/** The headers as RFC 5322 has them, each unfolded; one that it does not allow fails the test. */
function strictHeaders(raw: string): [name: string, value: string][] {
  const block = raw.slice(0, raw.indexOf('\r\n\r\n'));
  // Printable ASCII in lines of 998 characters at most, and no line end but CRLF.
  expect(block.split('\r\n').filter((line) => !/^[\t\x20-\x7E]{1,998}$/.test(line))).toEqual([]);
  return block
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map((line) => {
      const [, name = '', value = ''] = /^([!-9;-~]+):\s(.*)$/.exec(line) ?? [];
      expect([line, name]).not.toEqual([line, '']);
      return [name.toLowerCase(), value];
    });
}

test('its headers end it by one press, for whoever reads them to the letter', async () => {
  const name = 'Café Club\r\nList-Unsubscribe: <https://evil.example/>';
  const mail = await received(await contentOf('Hello'), { ...club, name });
  const headers = strictHeaders(mail?.raw ?? '');
  const named = (wanted: string) => headers.filter(([one]) => one === wanted).map(([, value]) => value);
  // RFC 2369: one address in angle brackets, without spaces. RFC 8058: it is https, and the other header is exactly this.
  expect(named('list-unsubscribe')).toEqual([`<https://club.example.edu/unsubscribe/${TOKEN}>`]);
  expect(named('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
  expect(named('precedence')).toEqual(['bulk']);
  for (const once of ['from', 'to', 'subject', 'date', 'message-id', 'mime-version'])
    expect([once, named(once).length]).toEqual([once, 1]);
});

test('its plain text says everything that its HTML says, in the same order', async () => {
  const note = '# This week\n\nBring a **cup**, see [the rules](/links).\n\n- tea\n- cake';
  const mail = await PostalMime.parse((await received(await contentOf(note, { more: 3 })))?.raw ?? '');
  const shown = (mail.html ?? '')
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  let after = 0;
  const plain = words(mail.text ?? '');
  const missing = words(shown).filter((word) => {
    const at = plain.indexOf(word, after);
    if (at >= 0) after = at + 1;
    return at < 0;
  });
  expect(missing).toEqual([]);
  // And what the HTML says by its links alone.
  for (const [, url] of (mail.html ?? '').matchAll(/href="([^"]+)"/g)) expect(mail.text).toContain(url);
});

test('it has no colours of its own but the bar beside an event, no pictures, and no tables but those of the note', async () => {
  const { html } = writeDigest(club, await contentOf('![A cat](https://elsewhere.example/cat.png)'));
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain(`border-left: 6px solid ${club.accent}`);
  expect(html).not.toMatch(/(?<![\w-])(?:color|background)\s*:|<img|<table|<link|url\(|src=/);
});

test.each([
  ['letters of three bytes', '漢'],
  ['characters that HTML escapes', '"'],
  ['rows of a table', '|a|b|\n|-|-|\n'],
  ['links', '[a](/b) '],
  ['lists in lists', '- - - a\n'],
])('mail programs cut none: a longest note of %s leaves room for the link that ends it', async (_what, part) => {
  const note = part.repeat(MOST_CHARACTERS).slice(0, MOST_CHARACTERS);
  const long = { ...EVENT, title: '"'.repeat(200), where: '漢'.repeat(300) };
  const { html } = writeDigest(club, await contentOf(note, { events: Array.from({ length: 40 }, () => long) }));
  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  expect(html).toContain('>Stop these mails</a>');
});
