import { describe, expect, test } from 'vitest';
import { newEvent } from '../../../test/event-rows.ts';
import { cut, escapeLine, escapeText } from './escape-for-discord.ts';
import { writeMessage } from './message.ts';

const site = { publicUrl: 'https://club.example.edu', accent: '#aa3b3b' };
const START = Date.UTC(2040, 10, 20, 19, 30);
const embedOf = (given: Parameters<typeof newEvent>[1], told = {}) =>
  writeMessage(newEvent('k', { title: 'Talk', ...given }), { kind: 'published', former: null, ...told }, site)
    .embeds[0];

describe('what people typed is text, not formatting', () => {
  test.each([
    ['*a* _b_ ~~c~~ `d` ||e||', '\\*a\\* \\_b\\_ \\~\\~c\\~\\~ \\`d\\` \\|\\|e\\|\\|'],
    ['[Sign in](https://evil.example)', '\\[Sign in\\](https://evil.example)'],
    ['<@&1> <#2> <t:0:F> <:x:3>', '\\<@&1> \\<#2> \\<t\\:0:F> \\<\\:x:3>'],
    [':tada: at 10:30', '\\:tada: at 10:30'],
    ['# Loud', '\\# Loud'],
    ['- one', '\\- one'],
    ['1. one', '1\\. one'],
    ['> said', '\\> said'],
    ['-# small', '\\-# small'],
    ['2026-11 and 3.5 km', '2026-11 and 3.5 km'],
    ['back\\slash', 'back\\\\slash'],
    ['C++ & C#: it’s 5-3', 'C++ & C#: it’s 5-3'],
    ['https://a.example/b_c*d?e=~f and g_h', 'https://a.example/b_c*d?e=~f and g\\_h'],
    ['https://a.example/R_(x_y), (https://b.example/_)', 'https://a.example/R_(x_y), (https://b.example/\\_)'],
    ['https://a.example/[Sign_in](https://evil.example)', 'https://a.example/%5BSign_in%5D(https://evil.example)'],
    ['two\n\nlines', 'two lines'],
  ])('%j', (typed, written) => {
    expect(escapeLine(typed)).toBe(written);
  });

  test('of several lines each is', () => {
    expect(escapeText('We are sorry.\n- flooded\n> really')).toBe('We are sorry.\n\\- flooded\n\\> really');
  });
});

test('what is too long ends at a whole character, with dots, and with no mark before them', () => {
  expect(cut('short', 5)).toBe('short');
  expect(cut('👩‍👩‍👧‍👦'.repeat(3), 24)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦…');
  expect(cut('ab\\*c', 4)).toBe('ab…');
  expect(cut('ab\\\\c', 5)).toBe('ab\\\\c');
  expect(cut(`${'e\u0301'.repeat(200)}`, 256).length).toBeLessThanOrEqual(256);
});

test('the longest event there can be keeps Discord’s lengths', () => {
  const long = '*'.repeat(30_000);
  const embed = embedOf(
    { title: long, location: long, hiddenDate: true, customDate: long, cancelled: true, cancelReason: long },
    { kind: 'changed', former: { start: START, end: null, location: long, hiddenDate: true, customDate: long } },
  );
  expect(embed.title.length).toBeLessThanOrEqual(256);
  expect(embed.description?.length).toBeLessThanOrEqual(4096);
  const values = embed.fields?.map(({ value }) => value) ?? [];
  expect(values).toHaveLength(3);
  for (const value of values) expect(value.length).toBeLessThanOrEqual(1024);
  const all = [embed.title, embed.description ?? '', ...values, 'When', 'Where', 'Before'];
  expect(all.join('').length).toBeLessThanOrEqual(6000);
});

describe('when it is', () => {
  const seconds = START / 1000;
  test.each([
    [
      'from and to, of one evening',
      { start: START, end: START + 7_200_000 },
      `<t:${seconds}:F> – <t:${seconds + 7200}:t>\n<t:${seconds}:R>`,
    ],
    [
      'from and to, over days',
      { start: START, end: START + 172_800_000 },
      `<t:${seconds}:F> – <t:${seconds + 172_800}:F>\n<t:${seconds}:R>`,
    ],
    ['from', { start: START, end: null }, `<t:${seconds}:F>\n<t:${seconds}:R>`],
    ['in other words', { start: START, hiddenDate: true, customDate: 'Every *Friday*' }, 'Every \\*Friday\\*'],
    ['not known', {}, undefined],
  ])('%s', (_name, given, written) => {
    expect(embedOf(given).fields?.find(({ name }) => name === 'When')?.value).toBe(written);
  });
});

test('the picture is an absolute address: its own, another site’s, or the one that is drawn', () => {
  const image = (url: string) => embedOf({ image: { name: 'x.png', url } }).image?.url;
  expect(image('/files/2026/1/1/guid/x%20y.png')).toBe('https://club.example.edu/files/2026/1/1/guid/x%20y.png');
  expect(image('https://elsewhere.example/x.png')).toBe('https://elsewhere.example/x.png');
  expect(image('https://elsewhere.example/x y.png')).toBe('https://elsewhere.example/x%20y.png');
  expect(image(`https://elsewhere.example/${'x'.repeat(3000)}.png`)).toContain('/share.png');
  expect(image('data:image/png;base64,AAAA')).toMatch(/^https:\/\/club\.example\.edu\/events\/k\/share\.png\?of=/);
  const drawn = embedOf({}).image?.url;
  expect(embedOf({ description: 'Other' }).image?.url).toBe(drawn);
  expect(embedOf({ title: 'Other' }).image?.url).not.toBe(drawn);
});
