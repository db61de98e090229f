import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newEvent } from '../../test/event-rows.ts';
import type { ClubEvent } from '../domain/events/event.ts';
import { eventName } from '../domain/events/titles.ts';
import { withUsualSpaces } from '../html/usual-spaces.ts';
import { onlyOf } from '../routes/api/read-event-filter.ts';
import { writeFeed } from './feed.ts';

interface Element {
  name?: string;
  text?: string;
  cdata?: string;
  attributes?: Record<string, string>;
  elements?: Element[];
}

// The feed's own XML library, which also reads, strictly.
const fromFeed = createRequire(createRequire(import.meta.url).resolve('feed'));
const { xml2js }: { xml2js: (xml: string, options: { compact: boolean }) => Element } = fromFeed('xml-js');

const PUBLISHER = {
  name: 'Example & Sons <Club>',
  tagline: 'Tag',
  email: 'club@example.edu',
  publicUrl: 'https://club.example.edu',
  clock: { timeZone: 'America/Toronto', locale: 'en-US' },
};
const START = Date.parse('2026-11-20T19:30:00-05:00');

const childrenOf = ({ elements = [] }: Element, name: string) => elements.filter((element) => element.name === name);

function textOf(element: Element | undefined): string {
  return (element?.elements ?? []).map(({ text = '', cdata = '' }) => text + cdata).join('');
}

function read(...events: ClubEvent[]) {
  const xml = writeFeed(events, PUBLISHER, START);
  // What XML 1.0 allows at all: a reader would give up on anything else.
  expect(xml).toMatch(/^[\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
  const [feed = {}] = childrenOf(xml2js(xml, { compact: false }), 'feed');
  const entries = childrenOf(feed, 'entry').map((entry) => ({
    names: (entry.elements ?? []).map(({ name }) => name),
    id: textOf(childrenOf(entry, 'id')[0]),
    title: textOf(childrenOf(entry, 'title')[0]),
    content: textOf(childrenOf(entry, 'content')[0]),
  }));
  return { feed, entries };
}

describe('the feed', () => {
  test('names the club and where it is', () => {
    const { feed } = read();
    expect(textOf(childrenOf(feed, 'title')[0])).toBe('Example & Sons <Club> events');
    expect(childrenOf(feed, 'link').map(({ attributes }) => attributes?.href)).toEqual([
      'https://club.example.edu/events',
      'https://club.example.edu/feed.xml',
    ]);
  });

  test('of some events alone says so, in its addresses too: readers subscribe to what it says of itself', () => {
    const only = onlyOf(['Games', undefined], { committee: 'key', kind: null });
    const xml = writeFeed([], { ...PUBLISHER, only }, START);
    for (const line of [
      'events: Games',
      '/events?committee=key</id>',
      'rel="self" href="https://club.example.edu/feed.xml?committee=key"',
    ])
      expect(xml).toContain(line);
    expect(onlyOf(['Games', 'Talks'], { committee: 'a b', kind: 'talks' })).toEqual({
      name: 'Games, Talks',
      query: '?committee=a+b&kind=talks',
    });
    const both = onlyOf(['Games', 'Talks'], { committee: 'key', kind: 'talks' });
    const { elements: [feed = {}] = [] } = xml2js(writeFeed([], { ...PUBLISHER, only: both }, START), {
      compact: false,
    });
    expect(childrenOf(feed, 'link').map(({ attributes }) => attributes?.href)).toEqual([
      'https://club.example.edu/events?committee=key&kind=talks',
      'https://club.example.edu/feed.xml?committee=key&kind=talks',
    ]);
    expect(onlyOf([undefined], { committee: null, kind: null })).toBeUndefined();
  });

  test('tells an event with absolute addresses, in the club’s time', () => {
    const { entries } = read(
      newEvent('-A b', {
        title: 'Git',
        presenter: 'Ada',
        location: 'Room 1',
        description: '**One** & [two](https://example.com/?a="b"&c)\n\nTwo\nThree',
        start: START,
        end: START + 3_600_000,
        image: { name: 'a.jpg', url: '/files/2026/1/5/g/a.jpg' },
      }),
    );
    expect(entries).toEqual([
      expect.objectContaining({
        id: 'https://club.example.edu/events/-A%20b',
        title: 'Git',
        content: [
          '<img src="https://club.example.edu/files/2026/1/5/g/a.jpg" alt="Git">',
          '<p>Fri Nov 20, 7:30–8:30 PM · Room 1 · by Ada</p>',
          '<p><strong>One</strong> &amp; <a href="https://example.com/?a=&quot;b&quot;&amp;c">two</a></p>',
          '<p>Two<br>Three</p>',
        ].join('\n'),
      }),
    ]);
  });

  test('keeps the order it is given, and says what is tentative or has no fixed date', () => {
    const { entries } = read(
      newEvent('b', { title: 'Second', tentative: true, start: START }),
      newEvent('a', { title: 'First', hiddenDate: true, customDate: 'Every Monday', start: START }),
      newEvent('c', { title: 'Broken', start: Number.MAX_SAFE_INTEGER }),
    );
    expect(entries.map(({ title }) => title)).toEqual(['[TENTATIVE] Second', 'First', 'Broken']);
    expect(entries[1]?.content).toBe('<p>Every Monday</p>');
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        ']]>',
        '<![CDATA[',
        '</entry>',
        '<script>',
        '&',
        '&amp;',
        '&#0;',
        '"',
        "'",
        '\0',
        '\u001B',
        '\uFFFE',
        '🎲',
        '\r\n',
      ),
      {
        maxLength: 12,
      },
    )
    .map((parts) => parts.join('')),
);

test('whatever people type leaves the feed well-formed and shows as typed', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, description, url) => {
      const { entries } = read(newEvent('-Key', { title, description, location: title, image: { name: '', url } }));
      expect(entries).toHaveLength(1);
      const said = ['title', 'id', 'link', 'updated'];
      expect(entries[0]?.names).toEqual(entries[0]?.content ? [...said, 'content'] : said);
      expect(entries[0]?.content).not.toMatch(/<(?!\/?p>|br>|img src="[^"<]*" alt="[^"<]*">)/);
      expect(unescaped(entries[0]?.title ?? '')).toBe(printable(eventName(title)));
    }),
    { examples: [['', '', '']] },
  );
});

function unescaped(html: string): string {
  return html
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

function printable(text: string): string {
  return withUsualSpaces(text).replace(/[^\t\n\r -~\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}
