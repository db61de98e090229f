import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databases, sqliteDatabase, type TestDatabase } from '../../test/databases.ts';
import { dump, load } from '../../test/transfers.ts';

const NOW = Date.UTC(2026, 10, 20);

const OWING = { name: 'Sam', $state: 'going', $since: 1, $owes: 12.5, $reference: 'ABCD2345' };

/** What a file holds, and what is said about it. */
const BAD: [content: unknown, refused: string[]][] = [
  [{ event: { '-K': 'text' } }, ['event/-K: must be an object']],
  [{ event: { '-K': ['list'] } }, ['event/-K: must be an object']],
  [{ event: 'text' }, ['event: must be an object that holds records by key']],
  [{ entry: { form: 5 } }, ['entry/form: must be an object that holds entries by key']],
  [{ event: { '-K': { title: 5 } } }, ['event/-K/title: must be a text']],
  [{ event: { '-K': { title: 'a\u0000b' } } }, ['event/-K/title: must not contain a NUL character']],
  [{ event: { 'a.b': {} } }, ['event/a.b: has a key with one of . # $ [ ] / or a control character']],
  [{ event: { '': {} } }, ['event/: has an empty key']],
  [{ event: { ['k'.repeat(129)]: {} } }, [`event/${'k'.repeat(129)}: has a key longer than 128 bytes`]],
  [
    { entry: { ['f'.repeat(100)]: { ['k'.repeat(100)]: {} } } },
    [`entry/${'f'.repeat(100)}/${'k'.repeat(100)}: has keys longer than 160 bytes`],
  ],
  [{ event: { '-K': { deep: nested(40) } } }, ['event/-K: is nested too deeply']],
  [{ exec: { '-K': { name: true } } }, ['exec/-K/name: must be a text']],
  [{ files: 5 }, ['files: must be an object that holds records by key']],
  [{ files: { homeSlideshow: 'a.jpg' } }, ['files/homeSlideshow: must be a list']],
  [
    { files: { homeSlideshow: [{ name: 'a.jpg' }] } },
    ['files/homeSlideshow/0/url: is missing', 'files/homeSlideshow: has no slide that can be taken'],
  ],
  [{ 'odd/name': { a: 1 } }, ['odd/name/a: has a key with one of . # $ [ ] / or a control character']],
  [{ member: { a: { name: 'Ana', email: 'nobody at all' } } }, ['member/a/email: Please enter a valid email address']],
];

/** What a file holds, what is said about it, and what comes in. */
const WRONG_FIELDS: [content: unknown, refused: string[], left: object][] = [
  [{ event: { '-K': { tentative: 'yes' } } }, ['event/-K/tentative: must be true or false'], { event: { '-K': {} } }],
  [
    { event: { '-K': { publishAt: 'soon' } } },
    ['event/-K/publishAt: must be a number: it stays a draft'],
    { event: { '-K': { publishAt: 'never' } } },
  ],
  [
    { event: { '-K': { publishAt: 9e15 } } },
    ['event/-K/publishAt: must be epoch milliseconds within the years 1 to 9999: it stays a draft'],
    { event: { '-K': { publishAt: 'never' } } },
  ],
  [{ event: { '-K': { datetime: 5 } } }, ['event/-K/datetime: must be an object'], { event: { '-K': {} } }],
  [
    { event: { '-K': { datetime: { timeStartTimestamp: 'tomorrow' } } } },
    ['event/-K/datetime/timeStartTimestamp: must be a number'],
    { event: { '-K': {} } },
  ],
  [
    { event: { '-K': { datetime: { timeEndTimestamp: 9e15 } } } },
    ['event/-K/datetime/timeEndTimestamp: must be epoch milliseconds within the years 1 to 9999'],
    { event: { '-K': {} } },
  ],
  [
    { event: { '-K': { signupUrl: ' javascript:alert(1)' } } },
    ['event/-K/signupUrl: must be an address that begins with http: or https: or mailto:'],
    { event: { '-K': {} } },
  ],
  [
    { event: { '-K': { googleFormUrl: 'docs.example.com/forms' } } },
    ['event/-K/googleFormUrl: must be an address that begins with http: or https:'],
    { event: { '-K': {} } },
  ],
  [
    { event: { '-K': { image: { url: 'data:image/png;base64,AA' } } } },
    ['event/-K/image/url: must be an address that begins with http: or https:'],
    { event: { '-K': {} } },
  ],
  [
    { event: { '-K': { image: { url: '//other.example.com/x.png' } } } },
    ['event/-K/image/url: must be an address that begins with http: or https:'],
    { event: { '-K': {} } },
  ],
  [{ event: { '-K': { image: 'poster.png' } } }, ['event/-K/image: must be an object'], { event: { '-K': {} } }],
  [
    { event: { '-K': { image: { path: '../../etc', name: 'passwd' } } } },
    ['event/-K/image/path: must be a relative path without empty parts, . and ..'],
    { event: { '-K': {} } },
  ],
  [
    { event: { '-K': { gallery: [{ path: '/etc', name: 'passwd' }] } } },
    ['event/-K/gallery/0/path: must be a relative path without empty parts, . and ..'],
    { event: { '-K': {} } },
  ],
  [
    { event: { '-K': { resources: { 3: { path: 'a', name: '../passwd' } } } } },
    ['event/-K/resources/3/name: must be a file name without a folder'],
    { event: { '-K': {} } },
  ],
  [{ event: { '-K': { resources: { pushed: {} } } } }, ['event/-K/resources: must be a list'], { event: { '-K': {} } }],
  [{ exec: { '-K': { isCurrentExec: 1 } } }, ['exec/-K/isCurrentExec: must be true or false'], { exec: { '-K': {} } }],
  [{ food: { '-K': { price: -1 } } }, ['food/-K/price: must not be negative'], { food: { '-K': {} } }],
  [{ food: { '-K': { price: 'NaN' } } }, ['food/-K/price: must be a number'], { food: { '-K': {} } }],
  [Buffer.from('{"food":{"-K":{"price":1e999}}}'), ['food/-K/price: must be a number'], { food: { '-K': {} } }],
  [{ dsc: { '-K': { position: 'first' } } }, ['dsc/-K/position: must be a number'], { dsc: { '-K': {} } }],
  [{ dsc: { '-K': { text: {} } } }, ['dsc/-K/text: must be a text'], { dsc: { '-K': {} } }],
  [{ form: { f: { fields: 'none' } } }, ['form/f/fields: must be a list'], { form: { f: {} } }],
  [{ form: { f: { fields: [{ type: 'text' }] } } }, ['form/f/fields/0/name: is missing'], { form: { f: {} } }],
  [
    { form: { f: { fields: [{ name: '__proto__', type: 'text' }] } } },
    ['form/f/fields/0/name: cannot be used as a name'],
    { form: { f: {} } },
  ],
  [
    { form: { f: { fields: [{ name: 'a', type: 'date' }] } } },
    ['form/f/fields/0/type: must be one of text, long, radio, several, checkbox'],
    { form: { f: {} } },
  ],
  [
    { form: { f: { fields: [{ name: 'a' }] } } },
    ['form/f/fields/0/type: must be one of text, long, radio, several, checkbox'],
    { form: { f: {} } },
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
    { form: { f: { fields: [{ name: 'a', type: 'text' }] } } },
  ],
  [
    { form: { f: { fields: [{ name: 'a', type: 'radio', options: [{ label: 'x' }] }] } } },
    ['form/f/fields/0/options/0/name: is missing'],
    { form: { f: { fields: [{ name: 'a', type: 'radio' }] } } },
  ],
  [
    { form: { f: { fields: [{ name: 'a', type: 'radio', options: [true] }] } } },
    ['form/f/fields/0/options/0: must be a text'],
    { form: { f: { fields: [{ name: 'a', type: 'radio' }] } } },
  ],
  [
    { form: { f: { fields: [{ name: 'a', type: 'text', required: 'yes' }] } } },
    ['form/f/fields/0/required: must be true or false'],
    { form: { f: { fields: [{ name: 'a', type: 'text' }] } } },
  ],
  [
    { entry: { f: { k: { a: { b: 1 } } } } },
    ['entry/f/k/a: must be a text, a list of texts, true or false'],
    { entry: { f: { k: {} } } },
  ],
  [{ user: { u: { admin: 'yes' } } }, ['user/u/admin: must be true or false: it gives no rights'], { user: { u: {} } }],
  [
    { event: { '-K': { title: 'Talk', datetime: { timeStartTimestamp: 1_790_000_000 } } } },
    ['event/-K/datetime/timeStartTimestamp: is a time in seconds, where epoch milliseconds are meant'],
    { event: { '-K': { title: 'Talk' } } },
  ],
  [
    { event: { '-K': { publishAt: '1790000000' } } },
    ['event/-K/publishAt: is a time in seconds, where epoch milliseconds are meant: it stays a draft'],
    { event: { '-K': { publishAt: 'never' } } },
  ],
  [
    { event: { '-K': { gallery: [{ name: 'a.jpg' }, { name: '..' }, 'b.jpg'] } } },
    ['event/-K/gallery/1/name: must be a file name without a folder', 'event/-K/gallery/2: must be an object'],
    { event: { '-K': { gallery: [{ name: 'a.jpg' }] } } },
  ],
  // Paths are those of the file, whatever stands before and is left out.
  [
    { event: { '-K': { gallery: [null, { name: 'a.jpg' }, { name: '..' }], resources: { 4: { name: '..' } } } } },
    [
      'event/-K/gallery/2/name: must be a file name without a folder',
      'event/-K/resources/4/name: must be a file name without a folder',
    ],
    { event: { '-K': { gallery: [{ name: 'a.jpg' }] } } },
  ],
  [
    {
      form: {
        f: {
          fields: [
            { name: 'a', type: 'strange' },
            { name: 'b', type: 'text', showIf: { field: 'gone', anyOf: ['X'] } },
          ],
        },
      },
    },
    [
      'form/f/fields/0/type: must be one of text, long, radio, several, checkbox',
      'form/f/fields/1/showIf: is left out: The field that this is asked after is gone. Choose another one, or ‘Always’',
    ],
    { form: { f: { fields: [{ name: 'b', type: 'text' }] } } },
  ],
  [
    { exec: { '-K': { name: 'Ada', since: '2026-13', until: 'someday' } } },
    ['exec/-K/since: Please enter a month such as 2026-04', 'exec/-K/until: Please enter a month such as 2026-04'],
    { exec: { '-K': { name: 'Ada' } } },
  ],
  [
    { exec: { '-K': { name: 'Ada', since: '2026-05', until: '2026-04' } } },
    ['exec/-K/until: must not be before since'],
    { exec: { '-K': { name: 'Ada', since: '2026-05' } } },
  ],
  [
    { sponsor: { '-K': { name: 'Halyard', until: 'someday', url: 'https://user@halyard.example/' } } },
    [
      'sponsor/-K/url: Please enter a link that begins with https://',
      'sponsor/-K/until: Please enter a day such as 2026-04-30',
    ],
    { sponsor: { '-K': { name: 'Halyard' } } },
  ],
  [
    { notice: { text: 'n'.repeat(201), from: 5, until: 4 } },
    ['notice/text: A notice can have 200 characters at most', 'notice/until: must be after from'],
    { notice: { from: 5 } },
  ],
  [
    { page: { '-K': { title: 'About', text: 'Us', where: 'attic' } } },
    [
      'page/-K/where: Please choose where it is linked',
      'page/-K/slug: is missing: nobody can come to this page before it has one',
    ],
    { page: { '-K': { title: 'About', text: 'Us' } } },
  ],
  [
    { page: { '-K': { title: 'About', slug: 'admin' } } },
    ['page/-K/slug: This address is one of the site’s own. Please choose another'],
    { page: { '-K': { title: 'About' } } },
  ],
  [
    { member: { a: { email: 'ana@example.org', since: '2026-13-01', name: 5 } } },
    ['member/a/name: must be a text', 'member/a/since: Please enter a day such as 2026-08-31'],
    { member: { a: { email: 'ana@example.org' } } },
  ],
  [
    { member: { a: { payments: [{ on: 'once', until: '2027-08-31', how: 'shells', kind: 'x' }, 5] } } },
    [
      'member/a/payments/0/on: Please enter a day such as 2026-08-31',
      'member/a/payments/0/how: Please choose how it was paid',
      'member/a/payments/1: must be an object',
    ],
    { member: { a: { payments: [{ on: '', until: '2027-08-31', how: 'other', note: '', kind: 'x' }] } } },
  ],
  [
    { entry: { f: { k: { name: 'Sam', several: ['a', {}], $state: 'going', $since: 1, $email: 'nobody' } } } },
    ['entry/f/k/$email: must be an email address', 'entry/f/k/several/1: must be a text'],
    { entry: { f: { k: { name: 'Sam', several: ['a'], $state: 'going', $since: 1 } } } },
  ],
  [
    { entry: { f: { k: { name: 'Sam', $state: 'lost', $since: 1 } } } },
    [
      'entry/f/k/$state: must be unconfirmed, going, waiting, entered, cancelled: all that belongs to a sign-up is left out',
    ],
    { entry: { f: { k: { name: 'Sam' } } } },
  ],
  [
    { entry: { f: { k: { ...OWING, $paid: { on: '2026-11-20', how: 'shells', note: 7 } } } } },
    [
      'entry/f/k/$paid/how: must be one of cash, transfer, card, other: ‘other’ is noted',
      'entry/f/k/$paid/note: must be a text',
    ],
    { entry: { f: { k: { ...OWING, $paid: { on: '2026-11-20', how: 'other' } } } } },
  ],
  [
    { link: { l: { slug: 'chat', url: '/team', until: 'summer' } } },
    ['link/l/until: must be a number: it has ended'],
    { link: { l: { slug: 'chat', url: '/team', until: NOW } } },
  ],
  [
    { link: { l: { slug: 'chat', url: '/team', until: 1_800_000_000 } } },
    ['link/l/until: is a time in seconds, where epoch milliseconds are meant: it has ended'],
    { link: { l: { slug: 'chat', url: '/team', until: NOW } } },
  ],
  [{ link: { l: { slug: 'chat', url: '/team', until: null } } }, [], { link: { l: { slug: 'chat', url: '/team' } } }],
  [
    { user: { u: { admin: true, role: 7, email: 'nobody at all', name: 'Ada' } } },
    ['user/u/role: must be a text: it gives no rights', 'user/u/email: must be an email address'],
    { user: { u: { name: 'Ada' } } },
  ],
  [
    { form: { f: { asksPerson: true, audience: 'friends', membersUntil: 5 } } },
    ['form/f/audience: must be members, or left out: sign-up is for members only'],
    { form: { f: { asksPerson: true, audience: 'members' } } },
  ],
  ...['places', 'opens', 'closes', 'draw'].map((name): [unknown, string[], object] => [
    { form: { f: { asksPerson: true, [name]: 'soon' } } },
    [`form/f/${name}: must be ${name === 'draw' ? 'true or false' : 'a number'}: sign-up closes now`],
    { form: { f: { asksPerson: true, closes: NOW } } },
  ]),
  [
    { form: { f: { asksPerson: true, price: 'ten', howToPay: 'In cash' } } },
    ['form/f/price: must be a number: sign-up closes now'],
    { form: { f: { asksPerson: true, closes: NOW } } },
  ],
  [
    { form: { f: { asksPerson: true, price: -1, howToPay: 'In cash', closes: NOW + 5 } } },
    ['form/f/price: must be an amount in USD, up to 1,000,000: sign-up closes now'],
    { form: { f: { asksPerson: true, closes: NOW } } },
  ],
  [
    { form: { f: { asksPerson: true, price: 5, howToPay: 'In cash', memberPrice: 6 } } },
    ['form/f/memberPrice: must be no more than price'],
    { form: { f: { asksPerson: true, price: 5, howToPay: 'In cash' } } },
  ],
  [
    { form: { f: { asksPerson: true, price: 5 } } },
    ['form/f/howToPay: is missing: nobody is told how to pay'],
    { form: { f: { asksPerson: true, price: 5 } } },
  ],
  [
    { form: { f: { asksPerson: true, memberPrice: 0, howToPay: 'In cash' } } },
    ['form/f/memberPrice: needs a price'],
    { form: { f: { asksPerson: true, howToPay: 'In cash' } } },
  ],
  [
    { form: { f: { asksPerson: true, price: 5, howToPay: 'In cash', giveUpUnpaid: true } } },
    ['form/f/giveUpUnpaid: needs payWithinDays'],
    { form: { f: { asksPerson: true, price: 5, howToPay: 'In cash' } } },
  ],
  [
    { form: { f: { asksPerson: true, price: 5, howToPay: 'In cash', payWithinDays: 2, giveUpUnpaid: true } } },
    ['form/f/payWithinDays: must be 1 or 3 or 7 or 14'],
    { form: { f: { asksPerson: true, price: 5, howToPay: 'In cash' } } },
  ],
  [
    { form: { f: { asksPerson: 'yes' } } },
    ['form/f/asksPerson: must be true or false: sign-up closes now'],
    { form: { f: { asksPerson: true, closes: NOW } } },
  ],
  [
    { form: { f: { draw: true, asksPerson: true, places: 2 } } },
    ['form/f/draw: needs places, and closes at least ten minutes after opens: sign-up closes now'],
    { form: { f: { asksPerson: true, places: 2, closes: NOW } } },
  ],
  [
    { count: { k: { start: 5, signUps: -1, countedAt: 'soon' } } },
    ['count/k/signUps: must be a whole number', 'count/k/countedAt: must be a number'],
    { count: { k: { start: 5, signUps: 0, newPeople: 0, countedAt: NOW } } },
  ],
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

  test.each(WRONG_FIELDS)('%j loses what is wrong in it, and comes in', async (content, lines, left) => {
    const { refused, summary } = await load(site.db, content, { now: NOW });
    expect(refused).toEqual(lines);
    expect(Object.values(summary).reduce((sum, counts) => sum + counts.refused, 0)).toBe(lines.length);
    expect(JSON.parse(await dump(site.db))).toEqual(left);
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
      event: { bad: 'text', good: { title: 'Good' }, worse: { title: [] } },
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
