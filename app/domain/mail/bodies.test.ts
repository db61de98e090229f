import { expect, test } from 'vitest';
import { club } from '../../../test/outbox.ts';
import { writeBodies } from './bodies.ts';
import { withSecret } from './mail.ts';

/** What stood for a secret once, and what else a program could fill in. */
const MARKS = [
  '\uE000secret\uE000',
  '\uE000',
  '{title}',
  '{n}',
  '{secret}',
  '$&',
  '$1',
  '${token}',
  '%s',
  '\u200B',
  '<!--secret-->',
  '\0',
];

test.each(MARKS)('a mail’s secret stands in its link alone, where %j is typed everywhere else', (mark) => {
  const typed = `https://elsewhere.example/${mark}`;
  const { text, html } = withSecret(
    {
      subject: mark,
      ...writeBodies([
        { paragraph: typed },
        { prose: `${typed}\n\nManage my sign-up:\n${club.publicUrl}/sign-ups/${mark}` },
        { facts: [['Where', typed]] },
        { quote: typed },
        { link: typed, url: typed },
        { link: 'Manage my sign-up', url: `${club.publicUrl}/sign-ups/`, endsInSecret: true },
        { small: `${typed}.` },
      ]),
    },
    'T0KEN$&',
  );
  for (const body of [text, html]) expect(body.split('T0KEN$&')).toHaveLength(2);
  expect(text).toContain(`Manage my sign-up:\n${club.publicUrl}/sign-ups/T0KEN$&\n`);
  expect(html).toContain(`<a href="${club.publicUrl}/sign-ups/T0KEN$&">Manage my sign-up</a>`);
});

test('one without a secret is as it was written', () => {
  const message = { subject: 'Hello', ...writeBodies([{ paragraph: 'Hello' }]) };
  expect(withSecret(message, 'T0KEN')).toEqual(message);
  expect(message).not.toHaveProperty('secretAt');
});

test('an event stands as a heading with its facts, and what is said about it stands out', () => {
  const card = { card: 'Talk', mark: 'New', url: 'https://club.example.edu/events/talk', colour: '#aa3b3b' };
  const { text, html } = writeBodies([{ ...card, lines: ['Fri Nov 20, 7 PM', '', 'Room 5'], state: 'CANCELLED' }]);
  expect(text).toBe('Talk (New)\nFri Nov 20, 7 PM\nRoom 5\nCANCELLED\nhttps://club.example.edu/events/talk\n');
  expect(html).toMatch(/<h2 [^>]*><a href="https:\/\/club.example.edu\/events\/talk"><bdi>Talk<\/bdi><\/a> /);
  expect(html).toContain(
    '<bdi>Fri Nov 20, 7 PM</bdi><br>\n<bdi>Room 5</bdi><br>\n<strong><bdi>CANCELLED</bdi></strong>',
  );
});
