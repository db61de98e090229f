import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databases, sqliteDatabase, type TestDatabase } from '../../test/databases.ts';
import { dump, load } from '../../test/transfers.ts';

/** What a file holds, and what is said about it. */
const BAD: [content: unknown, refused: string[]][] = [
  [{ event: { '-K': 'text' } }, ['event/-K: must be an object']],
  [{ event: { '-K': ['list'] } }, ['event/-K: must be an object']],
  [{ event: 'text' }, ['event: must be an object that holds records by key']],
  [{ entry: { form: 5 } }, ['entry/form: must be an object that holds entries by key']],
  [{ event: { '-K': { title: 5 } } }, ['event/-K/title: must be a text']],
  [{ event: { '-K': { title: 'a\u0000b' } } }, ['event/-K/title: must not contain a NUL character']],
  [{ event: { '-K': { tentative: 'yes' } } }, ['event/-K/tentative: must be true or false']],
  [{ event: { '-K': { publishAt: 'soon' } } }, ['event/-K/publishAt: must be a number']],
  [
    { event: { '-K': { publishAt: 9e15 } } },
    ['event/-K/publishAt: must be epoch milliseconds within the years 1 to 9999'],
  ],
  [{ event: { '-K': { datetime: 5 } } }, ['event/-K/datetime: must be an object']],
  [
    { event: { '-K': { datetime: { timeStartTimestamp: 'tomorrow' } } } },
    ['event/-K/datetime/timeStartTimestamp: must be a number'],
  ],
  [
    { event: { '-K': { datetime: { timeEndTimestamp: 9e15 } } } },
    ['event/-K/datetime/timeEndTimestamp: must be epoch milliseconds within the years 1 to 9999'],
  ],
  [
    { event: { '-K': { signupUrl: ' javascript:alert(1)' } } },
    ['event/-K/signupUrl: must be an address that begins with http: or https: or mailto:'],
  ],
  [
    { event: { '-K': { googleFormUrl: 'docs.example.com/forms' } } },
    ['event/-K/googleFormUrl: must be an address that begins with http: or https:'],
  ],
  [
    { event: { '-K': { image: { url: 'data:image/png;base64,AA' } } } },
    ['event/-K/image/url: must be an address that begins with http: or https:'],
  ],
  [
    { event: { '-K': { image: { url: '//other.example.com/x.png' } } } },
    ['event/-K/image/url: must be an address that begins with http: or https:'],
  ],
  [{ event: { '-K': { image: 'poster.png' } } }, ['event/-K/image: must be an object']],
  [
    { event: { '-K': { image: { path: '../../etc', name: 'passwd' } } } },
    ['event/-K/image/path: must be a relative path without empty parts, . and ..'],
  ],
  [
    { event: { '-K': { gallery: [{ path: '/etc', name: 'passwd' }] } } },
    ['event/-K/gallery/0/path: must be a relative path without empty parts, . and ..'],
  ],
  [
    { event: { '-K': { resources: { 3: { path: 'a', name: '../passwd' } } } } },
    ['event/-K/resources/0/name: must be a file name without a folder'],
  ],
  [{ event: { '-K': { resources: { pushed: {} } } } }, ['event/-K/resources: must be a list']],
  [{ event: { 'a.b': {} } }, ['event/a.b: has a key with one of . # $ [ ] / or a control character']],
  [{ event: { '': {} } }, ['event/: has an empty key']],
  [{ event: { ['k'.repeat(129)]: {} } }, [`event/${'k'.repeat(129)}: has a key longer than 128 bytes`]],
  [
    { entry: { ['f'.repeat(100)]: { ['k'.repeat(100)]: {} } } },
    [`entry/${'f'.repeat(100)}/${'k'.repeat(100)}: has keys longer than 160 bytes`],
  ],
  [{ event: { '-K': { deep: nested(40) } } }, ['event/-K: is nested too deeply']],
  [{ exec: { '-K': { name: true } } }, ['exec/-K/name: must be a text']],
  [{ exec: { '-K': { isCurrentExec: 1 } } }, ['exec/-K/isCurrentExec: must be true or false']],
  [{ food: { '-K': { price: -1 } } }, ['food/-K/price: must not be negative']],
  [{ food: { '-K': { price: 'NaN' } } }, ['food/-K/price: must be a number']],
  [Buffer.from('{"food":{"-K":{"price":1e999}}}'), ['food/-K/price: must be a number']],
  [{ dsc: { '-K': { position: 'first' } } }, ['dsc/-K/position: must be a number']],
  [{ dsc: { '-K': { text: {} } } }, ['dsc/-K/text: must be a text']],
  [{ files: 5 }, ['files: must be an object that holds records by key']],
  [{ files: { homeSlideshow: 'a.jpg' } }, ['files/homeSlideshow: must be a list']],
  [
    { files: { homeSlideshow: [{ name: 'a.jpg' }] } },
    ['files/homeSlideshow/0/url: is missing', 'files/homeSlideshow: has no slide that can be taken'],
  ],
  [{ form: { f: { fields: 'none' } } }, ['form/f/fields: must be a list']],
  [{ form: { f: { fields: [{ type: 'text' }] } } }, ['form/f/fields/0/name: is missing']],
  [
    { form: { f: { fields: [{ name: '__proto__', type: 'text' }] } } },
    ['form/f/fields/0/name: cannot be used as a name'],
  ],
  [
    { form: { f: { fields: [{ name: 'a', type: 'date' }] } } },
    ['form/f/fields/0/type: must be one of text, long, radio, several, checkbox'],
  ],
  [
    { form: { f: { fields: [{ name: 'a' }] } } },
    ['form/f/fields/0/type: must be one of text, long, radio, several, checkbox'],
  ],
  [
    {
      form: {
        f: {
          fields: [
            { name: 'a', type: 'text' },
            { name: 'a', type: 'radio' },
          ],
        },
      },
    },
    ['form/f/fields/1/name: is the name of another field too'],
  ],
  [
    { form: { f: { fields: [{ name: 'a', type: 'radio', options: [{ label: 'x' }] }] } } },
    ['form/f/fields/0/options/0/name: is missing'],
  ],
  [
    { form: { f: { fields: [{ name: 'a', type: 'radio', options: [true] }] } } },
    ['form/f/fields/0/options/0: must be a text'],
  ],
  [
    { form: { f: { fields: [{ name: 'a', type: 'text', required: 'yes' }] } } },
    ['form/f/fields/0/required: must be true or false'],
  ],
  [{ entry: { f: { k: { a: { b: 1 } } } } }, ['entry/f/k/a: must be a text, a list of texts, true or false']],
  [{ user: { u: { admin: 'yes' } } }, ['user/u/admin: must be true or false']],
  [{ 'odd/name': { a: 1 } }, ['odd/name/a: has a key with one of . # $ [ ] / or a control character']],
];

describe('a bad record', () => {
  let site: TestDatabase;
  beforeEach(async () => {
    site = await sqliteDatabase();
  });
  afterEach(() => site.close());

  test.each(BAD)('%j is refused with its path and reason', async (content, lines) => {
    const { refused, summary } = await load(site.db, content);
    expect(refused).toEqual(lines);
    expect(Object.values(summary).reduce((sum, counts) => sum + counts.refused, 0)).toBe(lines.length);
    expect(await dump(site.db)).toBe('{\n}\n');
  });

  test('leaves the last good version of the record in place', async () => {
    await load(site.db, { event: { '-K': { title: 'Good' } } });
    await load(site.db, { event: { '-K': { title: 5 } } });
    expect(JSON.parse(await dump(site.db)).event).toEqual({ '-K': { title: 'Good' } });
  });

  test('of the slideshow is left out alone', async () => {
    const good = { url: 'https://files.example.com/a.jpg' };
    const { refused } = await load(site.db, { files: { homeSlideshow: [good, { url: 'javascript:alert(1)' }, good] } });
    expect(refused).toEqual(['files/homeSlideshow/1/url: must be an address that begins with http: or https:']);
    expect(JSON.parse(await dump(site.db)).files.homeSlideshow).toEqual([good, good]);
  });
});

describe.each(databases)('on %s', (_, open) => {
  let site: TestDatabase;
  beforeEach(async () => {
    site = await open();
  });
  afterEach(() => site.close());

  test('the rest of a file with bad records goes in', async () => {
    const { summary } = await load(site.db, {
      event: { bad: 'text', good: { title: 'Good' }, worse: { datetime: [] } },
      exec: 'text',
      food: { good: { name: 'Soup' } },
    });
    expect(summary).toMatchObject({ event: { added: 1, refused: 2 }, exec: { refused: 1 }, food: { added: 1 } });
    expect(JSON.parse(await dump(site.db))).toEqual({
      event: { good: { title: 'Good' } },
      food: { good: { name: 'Soup' } },
    });
  });

  const many = Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => [`key${index}`, { title: `Event ${index}` }]),
  );
  const whole = Buffer.from(JSON.stringify({ event: many }));
  test.each([
    ['cut off', whole.subarray(0, -100), 'it is not JSON: line 1, character'],
    ['cut off at its last brace', whole.subarray(0, -1), 'it is not JSON: line 1, character'],
    ['with a comma too many at its end', Buffer.from(`${whole.toString().slice(0, -1)},}`), 'it is not JSON: line 1'],
    ['with something after it', Buffer.concat([whole, whole]), 'it is not JSON'],
    ['that is empty', Buffer.alloc(0), 'it is not JSON: line 1, character 1'],
    [
      'in another encoding',
      Buffer.concat([whole.subarray(0, -9), Buffer.from([0xff, 0xfe]), whole.subarray(-9)]),
      'it is not UTF-8',
    ],
    ['that is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'it is not UTF-8'],
    ['that holds a list', Buffer.from(`[${whole.toString()}]`), 'it does not hold one JSON object'],
    ['that holds a text', Buffer.from('"event"'), 'it does not hold one JSON object'],
    ['that holds null', Buffer.from('null'), 'it does not hold one JSON object'],
  ])('a file %s changes nothing', async (_what, content, message) => {
    await load(site.db, { event: { key1: { title: 'Before' } } });
    const before = await dump(site.db);
    await expect(load(site.db, content, { replace: true })).rejects.toThrow(message);
    expect(await dump(site.db)).toBe(before);
  });

  test('a file with a byte-order mark is read', async () => {
    const { summary } = await load(site.db, Buffer.from('\ufeff{"exec":{"a":{"name":"Ada"}}}'));
    expect(summary.exec?.added).toBe(1);
  });
});

function nested(levels: number): unknown {
  return levels === 0 ? 'bottom' : { below: nested(levels - 1) };
}
