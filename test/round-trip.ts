import { expect, test } from 'vitest';
import { importRecords } from '../app/transfer/import.ts';
import { databases } from './databases.ts';
import { dump, sourceOf } from './transfers.ts';

const PER_PIECE = 1000;

async function* manyEvents(count: number) {
  yield Buffer.from('{"event":{');
  for (let from = 0; from < count; from += PER_PIECE) {
    const records = Array.from({ length: PER_PIECE }, (_, index) => eventNumber(from + index));
    yield Buffer.from((from > 0 ? ',' : '') + records.join(','));
  }
  yield Buffer.from('}}');
}

function eventNumber(number: number): string {
  const start = Date.UTC(2020, 0, 1) + number * 3_600_000;
  const event = {
    title: `Event ${number}`,
    presenter: 'Ada Example',
    description: 'A paragraph about what will happen there and then. '.repeat(8),
    location: 'Room 332',
    tentative: number % 7 === 0,
    image: { name: `${number}.png`, url: `https://files.example.com/${number}.png` },
    datetime: { timeStartTimestamp: start, timeEndTimestamp: start + 7_200_000 },
  };
  return `"-Event${String(number).padStart(14, '0')}":${JSON.stringify(event)}`;
}

/** Imports `count` events, exports them and imports that again, on each database. */
export function testRoundTrip(count: number): void {
  test.each(databases)(
    `${count} events go in, come out, and change nothing the second time, on %s`,
    async (_, open) => {
      const site = await open();
      try {
        let told = 0;
        site.db.onCommit((changes) => {
          told += changes.length;
        });
        const first = await importRecords(site.db, () => manyEvents(count));
        expect(first.event).toMatchObject({ added: count, refused: 0 });
        expect(told).toBe(count);

        const exported = await dump(site.db);
        let sent = '';
        for await (const piece of manyEvents(count)) sent += piece;
        // Not toBe: a difference within so many megabytes would be shown whole.
        expect(exported.replaceAll('\n', '') === sent).toBe(true);

        const again = await importRecords(site.db, sourceOf(Buffer.from(exported), 65_536));
        expect(again.event).toMatchObject({ added: 0, changed: 0, unchanged: count });
        expect(told).toBe(count);
      } finally {
        await site.close();
      }
    },
    180_000,
  );
}
