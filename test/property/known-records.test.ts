import { createHash } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { databases, freshDatabase } from '../databases.ts';
import { dump, load } from '../transfers.ts';

vi.setConfig({ testTimeout: 120_000 });

/** What a file says, and what comes back of it; undefined where nothing does. */
interface Pair {
  given: unknown;
  back: unknown;
}

type PairOf = Arbitrary<Pair>;

const NOW = Date.UTC(2026, 10, 20);

const one = (...values: unknown[]): PairOf =>
  fc.constantFrom(...values).map((value) => ({ given: value, back: value }));
const text = one('x', 'ünï 🎲\nb', '"a", b', "it's");
const name = one('x', 'ünï 🎲', '"a", b', "it's");
const flag = one(true, false);
const time = one(0, 1_630_692_000_000, -86_400_000);
/** Values that nobody here knows. */
const stranger = one(1, 'x', true, { a: [1, null, { b: false }] }, { 0: 'a', 2: 'b' });

interface Shape {
  /** What is never left out: without it the record is none. */
  always?: Record<string, PairOf>;
  /** What comes back where nothing is said. */
  otherwise?: Record<string, unknown>;
  /** A child of which nothing is left does not come back. */
  isChild?: boolean;
  isOpen?: boolean;
}

/** An object: each of its fields may be missing or null, and there may be more. */
function object(
  fields: Record<string, PairOf>,
  { always = {}, otherwise = {}, isChild = true, isOpen = true }: Shape = {},
): PairOf {
  const nothing = fc.constantFrom<Pair>({ given: undefined, back: undefined }, { given: null, back: undefined });
  const perhaps = (field: PairOf) => fc.oneof({ weight: 2, arbitrary: field }, nothing);
  const optional = Object.entries({ ...fields, ...(isOpen && { stranger, 'another one': stranger }) });
  return fc
    .record({ ...Object.fromEntries(optional.map(([name, field]) => [name, perhaps(field)])), ...always })
    .map((pairs: Record<string, Pair>) => {
      const half = (side: keyof Pair) =>
        Object.fromEntries(
          Object.entries(pairs).flatMap(([name, pair]) => (pair[side] === undefined ? [] : [[name, pair[side]]])),
        );
      const back = { ...otherwise, ...half('back') };
      return { given: half('given'), back: isChild && Object.keys(back).length === 0 ? undefined : back };
    });
}

/** A list, as an array or by numeric keys, with holes. */
function list(item: PairOf, { isKeptEmpty = false, minLength = 0 } = {}): PairOf {
  return fc
    .tuple(fc.array(item, { maxLength: 3, minLength }), fc.constantFrom('array', 'keys', 'holes'))
    .map(([items, how]) => {
      const given = items.map((pair) => pair.given);
      const back = items.flatMap((pair) => (pair.back === undefined ? [] : [pair.back]));
      const keyed = Object.fromEntries(given.map((value, at) => [at * 3, value]));
      const holes = given.flatMap((value) => [null, value]);
      return {
        given: { array: given, keys: keyed, holes }[how],
        back: back.length === 0 && !isKeptEmpty ? undefined : back,
      };
    });
}

const FILE = {
  path: one('2021/9/3/x'),
  name: one('a b.jpg'),
  creationDate: one('2021-09-03'),
  guid: one('0f0e0d0c-0b0a-4908-8706-050403020100'),
};
const url = one('https://files.example.com/a?b=1&c');
const file = object({ ...FILE, url });
const option = (name: string) =>
  fc.constantFrom<Pair>(
    { given: name, back: name },
    { given: { name }, back: name },
    { given: { name, colour: 'red', more: { a: [1] } }, back: { name, colour: 'red', more: { a: [1] } } },
  );
const options = fc.tuple(option('A'), option('B')).chain((pairs) =>
  fc.constantFrom('array', 'keys').map((how): Pair => {
    const given = pairs.map((pair) => pair.given);
    return { given: how === 'array' ? given : { 0: given[0], 4: given[1] }, back: pairs.map((pair) => pair.back) };
  }),
);
const limits = fc.constantFrom<Pair>({ given: { A: 3 }, back: { A: 3 } }, { given: { A: 3, B: null }, back: { A: 3 } });
const question = { description: text, required: flag, atDoor: one(true) };
const radio = object(
  { ...question, limits },
  {
    always: {
      name: one('q'),
      type: fc.constantFrom('radio', 'Radio').map((given) => ({ given, back: 'radio' })),
      options,
    },
  },
);
const showIf = object({}, { always: { field: one('q'), anyOf: list(one('A'), { minLength: 1 }) } });
const asked = object({ ...question, showIf }, { always: { name: one('r'), type: one('text') } });
const fields = fc.tuple(radio, asked, fc.boolean()).map(([first, second, isKeyed]): Pair => {
  const given = [first.given, second.given];
  return { given: isKeyed ? { 0: given[0], 7: given[1] } : given, back: [first.back, second.back] };
});
const secret = 'a'.repeat(64);
const hash = createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex');
const drawn = object({}, { always: { secret: one(secret), hash: one(hash), at: one(5) } });
const payment = object(
  { on: one('2026-09-01'), until: one('2027-08-31'), how: one('cash', 'other'), note: text },
  { otherwise: { on: '', until: '', how: 'other', note: '' } },
);
const answer = fc.oneof(
  text,
  flag,
  fc.constant<Pair>({ given: 7, back: '7' }),
  list(fc.oneof(text, fc.constant<Pair>({ given: 7, back: '7' })), { isKeptEmpty: true }),
);
const signUp = { $checkedIn: time, $askedFor: time, $comingFor: time };
const record = { isChild: false };
const count = one(0, 12);

/** A record of each collection; `id` is no other one's. */
const RECORDS: Record<string, (id: string) => PairOf> = {
  event: () =>
    object(
      {
        title: text,
        presenter: text,
        description: text,
        location: text,
        formId: text,
        customDate: text,
        signupUrl: one('mailto:a@example.edu'),
        googleFormUrl: url,
        tentative: flag,
        dscEvent: flag,
        hiddenDate: flag,
        publishAt: one('never', 4e12),
        cancelled: one(true),
        cancelReason: text,
        recap: text,
        image: file,
        gallery: list(file),
        resources: list(file),
        datetime: object({ timeStartTimestamp: time, timeEndTimestamp: time }),
        retrospective: object({ ranOut: text, change: text, cost: text, came: count }),
      },
      record,
    ),
  exec: () =>
    object(
      {
        name: text,
        title: text,
        description: text,
        isCurrentExec: flag,
        image: file,
        since: one('2024-05'),
        until: one('2025-04'),
      },
      record,
    ),
  food: () => object({ name: text, section: text, price: one(0, 2.5) }, record),
  dsc: () => object({ title: text, text, img: file, imgAlt: text, position: one(3) }, record),
  page: (id) =>
    object(
      { title: one('A page'), text, where: one('menu'), publishAt: one('never', 4e12) },
      { ...record, always: { slug: one(id) } },
    ),
  kind: (id) => object({ name, colour: one('red', 'teal'), order: count }, { ...record, always: { slug: one(id) } }),
  sponsor: () =>
    object(
      {
        name: text,
        logo: file,
        alt: text,
        url,
        tier: text,
        from: one('2021-09-01'),
        until: one('2022-08-31'),
        order: count,
      },
      record,
    ),
  member: (id) =>
    object(
      {
        name: text,
        email: one(`${id}@example.org`),
        studentId: text,
        note: text,
        since: one('2026-09-01'),
        payments: list(payment),
      },
      record,
    ),
  form: () =>
    object(
      {
        fields,
        responsesDays: one(30),
        asksPerson: flag,
        places: one(5),
        waitlist: flag,
        opens: time,
        closes: time,
        remindHours: one(24),
        confirms: flag,
        audience: one('members'),
        membersUntil: time,
        askAgainHours: one(48),
        passOn: one(true),
        drawn,
      },
      record,
    ),
  user: (id) => object({ admin: flag, role: one('editor'), email: one(`${id}@example.org`), name: text }, record),
  count: () =>
    object(
      { signUps: count, atDoor: count, told: count, newPeople: count, countedAt: time },
      { ...record, always: { start: time }, otherwise: { signUps: 0, newPeople: 0, countedAt: NOW } },
    ),
};

const OTHERS: Record<string, PairOf> = {
  notice: object(
    { url: one('https://example.com/'), from: one(5), until: one(6) },
    { ...record, always: { text: one('Hello') } },
  ),
  files: object(
    { homeSlideshow: list(object(FILE, { always: { url } })), banner: stranger },
    { ...record, isOpen: false, always: { counter: one(7) } },
  ),
};

const entry = fc.oneof(
  object({ a: answer, b: answer, constructor: answer }, { ...record, isOpen: false }),
  object(
    { ...signUp, a: answer, $since: time },
    { ...record, isOpen: false, always: { $state: one('going', 'cancelled') }, otherwise: { $since: NOW } },
  ),
);

/** Keys are new in each file: what a site knows of a record from before may stay. */
let files = 0;

const whole = fc.constant(null).chain(() => {
  files += 1;
  const id = `k${files}`;
  const records = Object.entries(RECORDS).map(([name, recordOf]) => [name, recordOf(id).map(under(id))] as const);
  const years = object({ paid: count, joined: count }, { ...record, otherwise: { paid: 0, joined: 0 } });
  return fc.record({
    ...Object.fromEntries(records),
    ...OTHERS,
    entry: entry.map(under('e')).map(under(`f${id}`)),
    memberCount: years.map(under(String(1000 + files))),
    unknown: stranger.map(under('a')),
  });
});

function under(key: string): (pair: Pair) => Pair {
  return ({ given, back }) => ({ given: { [key]: given }, back: { [key]: back } });
}

describe.each(databases)('any known record on %s', (name, open) => {
  const site = freshDatabase(open);

  test('comes back, whatever it does not say, whatever it says besides, and however its lists are written', async () => {
    const property = fc.asyncProperty(whole, async (pairs) => {
      const half = (side: keyof Pair) =>
        Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, pair[side]]));
      const { refused } = await load(site.db, half('given'), { replace: true, now: NOW });
      expect(refused).toEqual([]);
      const exported = await dump(site.db);
      expect(JSON.parse(exported)).toEqual(half('back'));
      const again = await load(site.db, Buffer.from(exported), { now: NOW + 1 });
      expect([again.refused, again.told]).toEqual([[], []]);
      for (const counts of Object.values(again.summary)) expect(counts).toMatchObject({ added: 0, changed: 0 });
      expect(await dump(site.db)).toBe(exported);
    });
    await fc.assert(property, { numRuns: name === 'SQLite' ? 40 : 10 });
  });
});
