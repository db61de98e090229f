import { own } from '../own.ts';
import type { Reader } from '../../db/db.server.ts';
import { Rejected } from '../errors.ts';
import type { Answer, Answers } from '../questions/answer.ts';
import { optionsIn, withoutHidden } from '../questions/conditions.ts';
import type { EventFormField } from './event-form-definition.ts';

export interface OptionPlaces {
  limit: number;
  taken: number;
}

/** An option of a field that an answer has chosen. */
export type Choice = [field: string, option: string];

/** The parts of a field that its limits need. */
export type LimitedField = Pick<EventFormField, 'name' | 'type' | 'limits'>;

/** Counts by field and option, for the options that have a limit. */
export type OptionCounts = Record<string, Record<string, OptionPlaces>>;

const FULL = 'This is full now. Please choose another.';

/** Somebody else has taken the last place of an option; 409. */
export class OptionFull extends Rejected {
  override name = 'OptionFull';

  constructor(fields: string[]) {
    super(FULL, Object.fromEntries(fields.map((name) => [name, FULL])));
  }
}

/**
 * An option is held by people who are going, and by responses to a form that does not ask for a person. Counting reads
 * no answers.
 */
export async function countOptions(
  { query }: Reader,
  { id, fields }: { id: string; fields: LimitedField[] },
): Promise<OptionCounts> {
  if (!hasLimits(fields)) return {};
  const rows = await query
    .selectFrom('chosen_options')
    .select(({ fn }) => ['field', 'option', fn.countAll().as('taken')])
    .where('form_id', '=', id)
    // An index alone says who holds them: to reach the state in a row, SQLite would read past all its answers.
    .where('entry_key', 'in', (is) =>
      is
        .selectFrom('entries')
        .select('key')
        .where('form_id', '=', id)
        .where((one) => one.or([one('state', 'is', null), one('state', '=', 'going')])),
    )
    .groupBy(['field', 'option'])
    .execute();
  return optionCounts(
    fields,
    rows.map(({ field, option, taken }) => ({ choice: [field, option], taken: Number(taken) })),
  );
}

/** How many places of each limited option are taken, from how often each was chosen. */
export function optionCounts(fields: LimitedField[], chosen: { choice: Choice; taken: number }[]): OptionCounts {
  const taken = new Map(chosen.map((one) => [JSON.stringify(one.choice), one.taken]));
  return Object.fromEntries(
    limitedFields(fields).map(({ name, limits = {} }) => {
      const places = Object.entries(limits).map(([option, limit]): [string, OptionPlaces] => [
        option,
        { limit, taken: taken.get(JSON.stringify([name, option])) ?? 0 },
      ]);
      return [name, Object.fromEntries(places)];
    }),
  );
}

export function hasLimits(fields: LimitedField[]): boolean {
  return limitedFields(fields).length > 0;
}

export function isOptionFull({ limit, taken }: OptionPlaces): boolean {
  return taken >= limit;
}

/** The text beside an option; `mayWait` if it may be chosen even though it is full. */
export function leftText(places: OptionPlaces, mayWait = false): string {
  if (isOptionFull(places)) return mayWait ? 'Full · wait for it' : 'Full';
  return `${(places.limit - places.taken).toLocaleString('en')} left`;
}

/** Every limited option that was chosen must have a place left. @throws OptionFull */
export function requireRoom(fields: EventFormField[], counts: OptionCounts, answers: Answers): void {
  const full = choicesWithoutRoom(fields, counts, answers);
  if (full.length > 0) throw new OptionFull(full.map(([name]) => name));
}

/** Newly chosen options that are full. What was chosen `before` stays, however many people have it. */
export function choicesWithoutRoom(
  fields: EventFormField[],
  counts: OptionCounts,
  answers: Answers,
  before: Answers = {},
): Choice[] {
  const held = new Set(limitedChoices(fields, before).map((choice) => JSON.stringify(choice)));
  return fullChoices(fields, counts, answers).filter((choice) => !held.has(JSON.stringify(choice)));
}

/** The options in these answers that nobody else can have. */
export function fullChoices(fields: EventFormField[], counts: OptionCounts, answers: Answers): Choice[] {
  return limitedChoices(fields, answers).filter(([name, option]) => {
    const places = placesOf(counts, name, option);
    return places !== undefined && isOptionFull(places);
  });
}

/** The answers without these choices, and without answers to fields that are only asked because of them. */
export function withoutChoices(fields: EventFormField[], answers: Answers, choices: Choice[]): Answers {
  if (choices.length === 0) return answers;
  const left = Map.groupBy(choices, ([name]) => name);
  const changed = Object.entries(answers).map(([name, answer]): [string, Answer] => {
    const gone = left.get(name)?.map(([, option]) => option);
    if (!gone) return [name, answer];
    return [name, Array.isArray(answer) ? answer.filter((option) => !gone.includes(option)) : ''];
  });
  return withoutHidden(fields, answers, Object.fromEntries(changed));
}

/** The counts once somebody with these answers holds what they chose; with -1, once they no longer hold it. */
export function withChoices(
  fields: EventFormField[],
  counts: OptionCounts,
  answers: Answers,
  people: 1 | -1 = 1,
): OptionCounts {
  const after = { ...counts };
  for (const [name, option] of limitedChoices(fields, answers)) {
    const places = placesOf(after, name, option);
    if (places) after[name] = { ...after[name], [option]: { ...places, taken: places.taken + people } };
  }
  return after;
}

function placesOf(counts: OptionCounts, name: string, option: string): OptionPlaces | undefined {
  return own(own(counts, name) ?? {}, option);
}

function limitedFields<Field extends LimitedField>(fields: Field[]): Field[] {
  return fields.filter(({ limits }) => limits !== undefined);
}

/** The options with a limit that these answers chose, each once. */
export function limitedChoices(fields: LimitedField[], answers: Answers): Choice[] {
  return limitedFields(fields).flatMap((field) => {
    const chosen = new Set(optionsIn(field, own(answers, field.name)));
    return [...chosen]
      .filter((option) => Object.hasOwn(field.limits ?? {}, option))
      .map((option): Choice => [field.name, option]);
  });
}
