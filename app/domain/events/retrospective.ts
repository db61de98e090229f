import { isPlaces, MOST_PLACES } from '../place-count.ts';
import { z } from '../zod.ts';
import { textInput, type ClubEvent } from './event.ts';

/** How an event went, as officers noted it for the next one. */
export interface Retrospective {
  ranOut: string;
  change: string;
  cost: string;
  /** How many came, counted without the door; null if nobody said. */
  came: number | null;
}

/** A retrospective as the form sends it. */
export type RetrospectiveInput = Omit<Retrospective, 'came'> & { came: string };

/** What the dialog of the next event says of the one before. */
export interface LastTime extends Retrospective {
  /** null if the form did not ask for a person. */
  signUps: number | null;
}

export const RETROSPECTIVE_LABELS: Record<keyof Retrospective, string> = {
  ranOut: 'What ran out',
  change: 'What to do differently',
  cost: 'What it cost',
  came: 'How many came',
};

const note = textInput(2000).default('');

export const retrospectiveInput = z.strictObject({
  ranOut: note,
  change: note,
  cost: note,
  came: z
    .string('must be a text')
    .trim()
    .refine(
      (came) => came === '' || (/^\d{1,9}$/.test(came) && isCount(Number(came))),
      `Please enter a whole number, up to ${MOST_PLACES.toLocaleString('en')}, or leave it empty`,
    )
    .default(''),
}) satisfies z.ZodType<RetrospectiveInput>;

export function isCount(count: number): boolean {
  return count === 0 || isPlaces(count);
}

export function retrospectiveOf({ ranOut, change, cost, came }: ClubEvent): Retrospective {
  return { ranOut, change, cost, came };
}

export function inputOf({ came, ...notes }: Retrospective): RetrospectiveInput {
  return { ...notes, came: came === null ? '' : String(came) };
}
