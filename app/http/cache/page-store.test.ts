import { expect, test } from 'vitest';
import { memoryAfterGc } from '../../../test/heap.ts';
import { type Rendered, makeReady } from './write-answer.ts';
import { createPageStore, entryOf } from './page-store.ts';

const POLICY = "default-src 'self'; script-src 'self'; style-src-elem 'self'; ".repeat(12);
const COUNT = 400;

/** As an answer comes from its rendering: a short body out of a slab, texts cut out of longer ones. */
function rendered(at: number, length: number): Rendered {
  const headers: [string, string][] = [
    ['content-type', 'text/html; charset=utf-8'],
    ['content-security-policy', `${POLICY}${at}`],
  ];
  return {
    status: 200,
    headers,
    body: Buffer.from(`${at} ${'<p>text</p>'.repeat(length / 11)}`),
    cachePolicy: { topics: [] },
  };
}

async function fill(length: number) {
  const store = createPageStore(2 ** 30);
  for (let at = 0; at < COUNT; at++) {
    const address = `/events/${'x'.repeat(40)}${at}`;
    const asked = `${address}?${'y'.repeat(9000)}`.slice(0, address.length);
    const entry = entryOf(asked, rendered(at, length), { topics: [] }, Infinity);
    store.keep(entry, 0);
    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      store.addReady(entry, encoding, await makeReady(entry.rendered, encoding, entry.hash));
    }
  }
  return store;
}

test.each([200, 3000, 30_000])('what is counted for pages of %i bytes is what they take', async (length) => {
  // What is compiled and loaded for the first of them is no page's. They stay, so that nothing goes while it is counted.
  const first = await fill(length);
  const before = memoryAfterGc();
  const second = await fill(length);
  const taken = memoryAfterGc() - before;
  const { entries, bytes } = second.size();
  expect([first.size().entries, entries]).toEqual([COUNT, COUNT]);
  expect(taken / bytes).toBeGreaterThan(0.6);
  expect(taken / bytes).toBeLessThan(1.05);
});

test('what has changed while it was being compressed is not kept again', async () => {
  const store = createPageStore(2 ** 20);
  const entry = entryOf('/events', rendered(1, 110), { topics: ['event'] }, Infinity);
  store.keep(entry, store.revision());
  const ready = await makeReady(entry.rendered, 'br', entry.hash);
  store.drop(['event']);
  store.addReady(entry, 'br', ready);
  expect(store.find('/events')).toBeUndefined();
});
