import type { Reader } from '../../../db/db.server.ts';
import type { FormRow } from '../../../db/tables.ts';
import type { EventFormField } from '../../forms/event-form-definition.ts';
import type { Choice } from '../../forms/option-places.ts';
import { own } from '../../own.ts';
import { optionsIn } from '../../questions/conditions.ts';
import { isContainer, readStored } from '../../stored-json.ts';
import type { SignUp } from '../state.ts';
import { orderTickets } from './order.ts';
import { entriesOf } from '../../forms/entries.ts';

/** The result of a draw. It has no names, and stays even when its people are gone. */
export interface DrawResult {
  /** How many tickets have a place, counted from the first. */
  places: number;
  /** In the order in which they were drawn. */
  tickets: string[];
  /** Left out if everybody got what they chose. */
  missed?: MissedChoices;
}

/** By ticket, the options that were full when it was drawn; its place comes without them. */
export type MissedChoices = Record<string, Choice[]>;

export function writeDrawResult(result: DrawResult): string {
  return JSON.stringify(result);
}

/** An import may bring the secret without the result. Then the secret puts the imported tickets in order again. */
export async function readDrawResult(
  db: Reader,
  { id, drawn, draw_secret: secret, places }: Pick<FormRow, 'id' | 'drawn' | 'draw_secret' | 'places'>,
): Promise<DrawResult> {
  const stored = parseDrawResult(drawn);
  if (stored) return stored;
  const rows = await entriesOf(db, id).select('ticket').where('ticket', 'is not', null).execute();
  const tickets = rows.flatMap(({ ticket }) => ticket ?? []);
  return { places: places ?? tickets.length, tickets: orderTickets(secret ?? '', tickets) };
}

export function parseDrawResult(stored: string | null): DrawResult | undefined {
  const result = readStored<Partial<DrawResult>>(stored, {});
  const { places, tickets, missed } = result;
  if (typeof places !== 'number' || !Array.isArray(tickets)) return undefined;
  return { places, tickets, ...(isContainer(missed) && { missed }) };
}

export async function findMissedChoices({ query }: Reader, formId: string): Promise<MissedChoices> {
  const row = await query.selectFrom('forms').select('drawn').where('id', '=', formId).executeTakeFirst();
  return parseDrawResult(row?.drawn ?? null)?.missed ?? {};
}

/** By field, the options that somebody with a place chose and did not get, until they choose something else instead. */
export function missedChoicesOf(
  missed: MissedChoices,
  { state, ticket, answers }: Pick<SignUp, 'state' | 'ticket' | 'answers'>,
  fields: EventFormField[],
): Record<string, string[]> {
  const choices = ticket === null || state !== 'going' ? [] : (own(missed, ticket) ?? []);
  const byField = Map.groupBy(choices, ([name]) => name);
  return Object.fromEntries(
    fields.flatMap((field): [string, string[]][] => {
      const answer = own(answers, field.name);
      const chosen = optionsIn(field, answer);
      const isReplaced = typeof answer === 'string' && answer !== '';
      const missing = byField.get(field.name)?.flatMap(([, option]) => (chosen.includes(option) ? [] : option)) ?? [];
      return missing.length === 0 || isReplaced ? [] : [[field.name, missing]];
    }),
  );
}
