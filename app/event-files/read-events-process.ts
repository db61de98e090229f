import { Rejected, TooLarge } from '../domain/errors.ts';
import type { EventFileAnswer, EventFileOrder } from './read-event-file.ts';
import { readEventsCsv } from './read-events-csv.ts';
import { readIcs } from './read-ics.ts';

// The answer has arrived, or nobody is waiting for it any more.
process.once('disconnect', () => process.exit());
process.once('message', (order: EventFileOrder) => {
  process.send?.(answer(order));
});

function answer({ format, text, timeZone, now, answers }: EventFileOrder): EventFileAnswer {
  try {
    return { read: format === 'ics' ? readIcs(text, { timeZone, now }) : readEventsCsv(text, timeZone, answers) };
  } catch (error) {
    if (error instanceof TooLarge) return { tooLarge: error.message };
    if (error instanceof Rejected) return { rejected: error.message };
    throw error;
  }
}
