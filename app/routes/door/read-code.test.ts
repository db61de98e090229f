import { expect, test } from 'vitest';
import { doorCode } from '../../domain/sign-ups/by-link.ts';
import { withActions } from './expected.ts';
import { cardCode, cardDigest } from '../../domain/members/card-code.ts';
import { readCard, readCode } from './read-code.ts';

const publicUrl = 'https://club.example.edu';
const ana = { key: 'ana', name: 'Ana', state: 'going', came: null, checkIns: [] } as const;
const list = {
  title: 'Talk',
  until: 1,
  eventKeys: ['talk', 'a b/c'],
  cancelled: ['cleo'],
  people: [
    { ...ana, checkIns: [] },
    { ...ana, key: 'ben', name: 'Ben', state: 'waiting' as const, checkIns: [] },
  ],
};
const read = (text: string) => {
  const { kind } = readCode(text, { list, people: withActions(list, []), publicUrl });
  return kind;
};

test.each([
  [doorCode({ publicUrl }, 'talk', 'ana'), 'person'],
  [doorCode({ publicUrl }, 'a b/c', 'ana'), 'person'],
  [doorCode({ publicUrl }, 'talk', 'ben'), 'waiting'],
  [doorCode({ publicUrl }, 'talk', 'cleo'), 'cancelled'],
  [doorCode({ publicUrl }, 'other', 'ana'), 'other event'],
  [doorCode({ publicUrl }, 'talk', 'nobody'), 'unknown'],
  [doorCode({ publicUrl: 'https://elsewhere.example' }, 'talk', 'ana'), 'unknown'],
  [`${publicUrl}/events/talk`, 'unknown'],
  [`${publicUrl}/events/%E0%A4%A#ana`, 'unknown'],
  ['WIFI:S:club;;', 'unknown'],
])('%s is: %s', (text, kind) => {
  expect(read(text)).toBe(kind);
});

test('what was done here counts at once, and undoing makes somebody wait again', () => {
  const at = 5000;
  const checkIn = { verb: 'checkIn' as const, id: 'one', key: 'ben', at };
  const added = { verb: 'add' as const, id: 'two', key: 'dan', at, name: 'Dan', email: '' };
  expect(withActions(list, [checkIn, added])).toMatchObject([
    { name: 'Ana', isUnsent: false },
    { name: 'Ben', state: 'going', came: at, isUnsent: true },
    { name: 'Dan', state: 'going', came: at, isUnsent: true },
  ]);
  const undo = { verb: 'undo' as const, id: 'three', key: 'ben', at, undoes: ['one'] };
  expect(withActions(list, [checkIn, undo])[1]).toMatchObject({ state: 'waiting', came: null, isUnsent: true });
});

test('a membership card is whoever of the list it belongs to, and nobody’s else is found by it', async () => {
  const people = withActions({ ...list, people: [{ ...ana, checkIns: [], card: await cardDigest('m-1') }] }, []);
  const scan = async (text: string) =>
    readCode(text, { list, people, publicUrl, card: await readCard(text, publicUrl) });
  expect(await scan(cardCode(publicUrl, { key: 'm-1', name: 'Ana' }))).toMatchObject({
    kind: 'person',
    person: { key: 'ana' },
  });
  const other = cardCode(publicUrl, { key: 'm-2', name: 'Zoë / #1' });
  expect(await scan(other)).toEqual({ kind: 'not on the list' });
  expect(await readCard(other, publicUrl)).toMatchObject({ name: 'Zoë / #1' });
  expect(await readCard(`${publicUrl}/membership#%E0%A4%A`, publicUrl)).toBeUndefined();
  expect((await scan(cardCode('https://elsewhere.example', { key: 'm-1', name: 'Ana' }))).kind).toBe('unknown');
});
