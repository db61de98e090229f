import { DAY_MS } from '../../../time/durations.ts';

/** The most actions that a phone sends at once; if it has more, it sends several batches. */
export const MOST_ACTIONS = 200;
/** The longest name that the door takes, in characters. */
export const LONGEST_NAME = 200;

/** How long the door of an event without an end stays open after its start. */
export const DOOR_DAYS = 30;
/** A phone sends no older action than this, and an older time counts as this old. */
export const OLDEST_ACTION_MS = (DOOR_DAYS + 1) * DAY_MS;
