import { z } from '../../zod.ts';
import { LONGEST_NAME, MOST_ACTIONS } from './door-limits.ts';

/** The phone makes up the ids; a check-in that came from elsewhere has its time in its id. */
const id = z.string().regex(/^(?:[\da-f-]{36}|kept-\d{1,16})$/);
/** Epoch milliseconds, by the phone's clock. */
const at = z.int().min(0).max(8.64e15);
const key = z.string().min(1).max(768);

const doorAction = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('checkIn'), id, key, at }),
  /** Marks the place as paid in cash, on that day. */
  z.strictObject({ verb: z.literal('pay'), id, key, at }),
  z.strictObject({ verb: z.literal('undo'), id, key, at, undoes: z.array(id).max(MOST_ACTIONS) }),
  z.strictObject({
    verb: z.literal('add'),
    id,
    // The phone makes the key, so that a person who is sent twice is added once.
    key: z.string().regex(/^[\da-f-]{36}$/),
    at,
    name: z.string().max(LONGEST_NAME),
    email: z.string().max(320),
  }),
]);

/** One thing that somebody did at the door. The phone makes its `id`, which a check-in keeps. */
export type DoorAction = z.output<typeof doorAction>;

export const doorBatch = z.strictObject({ now: at, actions: z.array(doorAction).max(MOST_ACTIONS) });

export type DoorBatch = z.output<typeof doorBatch>;

/** The result of one action: the person's key, or the reason why it was not done. */
export interface DoorOutcome {
  id: string;
  key?: string;
  problem?: string;
}
