import { z } from '../../zod.ts';
import { LONGEST_NAME, MOST_ACTIONS } from './check-ins.ts';

/** A phone makes up the ids; a check-in from elsewhere is named after its time. */
const id = z.string().regex(/^(?:[\da-f-]{36}|kept-\d{1,16})$/);
/** Epoch milliseconds, by the phone's clock. */
const at = z.int().min(0).max(8.64e15);
const key = z.string().min(1).max(768);

const doorAction = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('checkIn'), id, key, at }),
  /** Marks the place as paid, in cash, that day. */
  z.strictObject({ verb: z.literal('pay'), id, key, at }),
  z.strictObject({ verb: z.literal('undo'), id, key, at, undoes: z.array(id).max(MOST_ACTIONS) }),
  z.strictObject({
    verb: z.literal('add'),
    id,
    // As the phone made it: anyone who is sent twice is added once.
    key: z.string().regex(/^[\da-f-]{36}$/),
    at,
    name: z.string().max(LONGEST_NAME),
    email: z.string().max(320),
  }),
]);

/** One thing that somebody did at the door; `id` is made by the phone, and is a check-in's own. */
export type DoorAction = z.output<typeof doorAction>;

export const doorBatch = z.strictObject({ now: at, actions: z.array(doorAction).max(MOST_ACTIONS) });

export type DoorBatch = z.output<typeof doorBatch>;

/** What came of one action: under which key the person is, or why it was not done. */
export interface DoorOutcome {
  id: string;
  key?: string;
  problem?: string;
}
