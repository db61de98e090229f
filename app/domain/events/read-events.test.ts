import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { NotAllowed } from '../errors.ts';
import { listUnsettledEvents } from './read-events.ts';

const admin = { uid: 'a', name: 'Ada', email: 'ada@example.edu', role: 'admin' as const };

describe.each(databases)('events that need attention on %s', (_, open) => {
  const opened = freshDatabase(open);

  test('have no date, or are ahead and tentative', async () => {
    await insertEvents(
      opened.db,
      eventRow('undated'),
      eventRow('past', { time_start: 999, tentative: 1 }),
      eventRow('settled', { time_start: 1000, tentative: 0 }),
      eventRow('later', { time_start: 2000, tentative: 1 }),
      eventRow('today', { time_start: 1000, tentative: 1 }),
    );
    const { undated, tentative } = await listUnsettledEvents(opened.db, admin, 1000, 5);
    expect(undated.map(({ key }) => key)).toEqual(['undated']);
    expect(tentative.map(({ key }) => key)).toEqual(['today', 'later']);
    await expect(listUnsettledEvents(opened.db, null, 1000, 5)).rejects.toThrow(NotAllowed);
  });
});
