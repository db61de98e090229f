import { expect, test } from 'vitest';
import { postgresDatabase, sqliteDatabase } from '../../../test/databases.ts';
import { dump, sourceOf } from '../../../test/transfers.ts';
import { importRecords } from './import.ts';

const EVENTS = 100_000;
const PER_PIECE = 1000;

async function* manyEvents() {
  yield Buffer.from('{"event":{');
  for (let from = 0; from < EVENTS; from += PER_PIECE) {
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

test.each([
  ['SQLite', sqliteDatabase],
  ['Postgres', postgresDatabase],
] as const)(
  '100,000 events go in, come out, and change nothing the second time, on %s',
  async (_, open) => {
    const site = await open();
    try {
      let told = 0;
      site.db.onCommit((changes) => void (told += changes.length));
      const first = await importRecords(site.db, manyEvents);
      expect(first.event).toMatchObject({ added: EVENTS, refused: 0 });
      expect(told).toBe(EVENTS);

      const exported = await dump(site.db);
      let sent = '';
      for await (const piece of manyEvents()) sent += piece;
      // Not toBe: a difference within 70 MB would be shown whole.
      expect(exported.replaceAll('\n', '') === sent).toBe(true);

      const again = await importRecords(site.db, sourceOf(Buffer.from(exported), 65_536));
      expect(again.event).toMatchObject({ added: 0, changed: 0, unchanged: EVENTS });
      expect(told).toBe(EVENTS);
    } finally {
      await site.close();
    }
  },
  180_000,
);
