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

/** What an answer holds of a field's options. */
export type Choice = [field: string, option: string];

/** What its limits need to know of a field. */
export type LimitedField = Pick<EventFormField, 'name' | 'type' | 'limits'>;

/** By field and option, where there are limits. */
export type OptionCounts = Record<string, Record<string, OptionPlaces>>;

const FULL = 'This is full now. Please choose another.';

/** Somebody else has taken the last place of an option; 409. */
export class OptionFull extends Rejected {
  override name = 'OptionFull';

  constructor(fields: string[]) {
    super(FULL, Object.fromEntries(fields.map((name) => [name, FULL])));
  }
}

/** Who holds an option: those who go, and who answered a form that asks for nobody. No answer is read for it. */
export async function countOptions(
  { query }: Reader,
  { id, fields }: { id: string; fields: LimitedField[] },
): Promise<OptionCounts> {
  if (!hasLimits(fields)) return {};
  const rows = await query
    .selectFrom('chosen_options')
    .select(({ fn }) => ['field', 'option', fn.countAll().as('taken')])
    .where('form_id', '=', id)
    // Who holds them is found in an index alone: SQLite reads a row up to its state past the whole answers.
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

/** How far each option with a limit is taken, by how often which was chosen. */
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

/** Beside an option; `mayWait` where it may be chosen though it is full. */
export function leftText(places: OptionPlaces, mayWait = false): string {
  if (isOptionFull(places)) return mayWait ? 'Full · wait for it' : 'Full';
  return `${(places.limit - places.taken).toLocaleString('en')} left`;
}

/** What is chosen anew has to be free. @throws OptionFull */
export function requireRoom(fields: EventFormField[], counts: OptionCounts, answers: Answers): void {
  const full = choicesWithoutRoom(fields, counts, answers);
  if (full.length > 0) throw new OptionFull(full.map(([name]) => name));
}

/** What is chosen anew and is full; what was chosen `before` stays, however many have it. */
export function choicesWithoutRoom(
  fields: EventFormField[],
  counts: OptionCounts,
  answers: Answers,
  before: Answers = {},
): Choice[] {
  const held = new Set(limitedChoices(fields, before).map((choice) => JSON.stringify(choice)));
  return fullChoices(fields, counts, answers).filter((choice) => !held.has(JSON.stringify(choice)));
}

/** What these answers chose that nobody more can have. */
export function fullChoices(fields: EventFormField[], counts: OptionCounts, answers: Answers): Choice[] {
  return limitedChoices(fields, answers).filter(([name, option]) => {
    const places = placesOf(counts, name, option);
    return places !== undefined && isOptionFull(places);
  });
}

/** What is left of answers without these choices, and without what is only asked after them. */
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

/** As they are once somebody with these answers holds what they chose; with -1, once they hold it no longer. */
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

/** What these answers chose of the options that have a limit, each once. */
export function limitedChoices(fields: LimitedField[], answers: Answers): Choice[] {
  return limitedFields(fields).flatMap((field) => {
    const chosen = new Set(optionsIn(field, own(answers, field.name)));
    return [...chosen]
      .filter((option) => Object.hasOwn(field.limits ?? {}, option))
      .map((option): Choice => [field.name, option]);
  });
}
