import { own } from '../own.ts';
import { isPlaces, MOST_PLACES } from '../place-count.ts';
import { isContainer } from '../stored-json.ts';
import { isTexts, type Answers } from './answer.ts';
import { QUESTIONS, type FieldType } from './index.ts';
import type { FieldSettings, ShowIf } from './question-type.ts';

export interface Question extends FieldSettings {
  type: FieldType;
}

/** What is asked of anyone who gives these answers: pages show it and the server takes it. */
export function askedFields<Field extends Question>(
  fields: readonly Field[],
  given: Readonly<Record<string, unknown>>,
): Field[] {
  const asked = new Map<string, Field>();
  for (const field of fields) if (isAsked(field, asked, given)) asked.set(field.name, field);
  return [...asked.values()];
}

/** What a change of answers hides goes; what was not asked before stays. */
export function withoutHidden(fields: readonly Question[], before: Answers, after: Answers): Answers {
  const asked = new Set(askedFields(fields, after));
  const hidden = new Set(
    askedFields(fields, before)
      .filter((field) => !asked.has(field))
      .map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(after).filter(([name]) => !hidden.has(name)));
}

function isAsked(
  { showIf }: Question,
  before: ReadonlyMap<string, Question>,
  given: Readonly<Record<string, unknown>>,
): boolean {
  if (!showIf) return true;
  const source = before.get(showIf.field);
  if (!source) return false;
  const chosen = new Set(QUESTIONS[source.type].chosen?.(own(given, source.name)));
  return showIf.anyOf.some((one) => chosen.has(one));
}

/** Whether others may be asked only after it. */
export function canBeSource({ type }: Question): boolean {
  return QUESTIONS[type].chosen !== undefined;
}

/** The answers by which others may be asked. */
export function answersOf({ type, options }: Question): ShowIf['anyOf'] {
  if (QUESTIONS[type].hasOptions) return options;
  return QUESTIONS[type].chosen ? [true, false] : [];
}

interface Fault {
  place: number;
  /** Of the field's settings: a condition, or one option's limit. */
  path: ['showIf'] | ['limits', string];
  message: string;
}

export const WRONG_LIMIT = `Please enter a whole number, from 1 to ${MOST_PLACES.toLocaleString('en')}, or leave it empty`;

/** What conditions and limits say that cannot be. */
export function findFaults(fields: readonly Question[]): Fault[] {
  const places = new Map(fields.map(({ name }, place) => [name, place]));
  const circular = findCircles(fields.map(({ showIf }) => (showIf ? places.get(showIf.field) : undefined)));
  return fields.flatMap((field, place): Fault[] => {
    const why = field.showIf && whyNotAfter(field.showIf, fields, place, places.get(field.showIf.field), circular);
    const known = new Set(QUESTIONS[field.type].hasOptions ? field.options : []);
    const limits = Object.entries(field.limits ?? {}).flatMap(([option, limit]): Fault[] => {
      const message = known.has(option) ? (isPlaces(limit) ? undefined : WRONG_LIMIT) : 'There is no such option';
      return message === undefined ? [] : [{ place, path: ['limits', option], message }];
    });
    return why === undefined ? limits : [{ place, path: ['showIf'], message: why }, ...limits];
  });
}

function whyNotAfter(
  { anyOf }: ShowIf,
  fields: readonly Question[],
  place: number,
  at: number | undefined,
  circular: ReadonlySet<number>,
): string | undefined {
  const source = at === undefined ? undefined : fields[at];
  if (at === undefined || !source) return 'The field that this is asked after is gone. Choose another one, or ‘Always’';
  if (at === place) return 'A field cannot be asked after itself. Choose another one, or ‘Always’';
  if (circular.has(place))
    return 'These fields are asked after each other, in a circle. Choose another one, or ‘Always’';
  const label = `‘${source.description}’`;
  if (at > place) return `${label} comes later. Move this field behind it, or choose ‘Always’`;
  if (!canBeSource(source)) return `${label} has no answers to choose from. Choose another field, or ‘Always’`;
  if (anyOf.length === 0) return 'Choose at least one answer.';
  const answers = new Set(answersOf(source));
  const gone = anyOf.find((one) => !answers.has(one));
  return gone === undefined ? undefined : `‘${String(gone)}’ is no answer to ${label}. Choose the answers again`;
}

/** The places that lead back to themselves; each leads to one other at most. */
function findCircles(next: readonly (number | undefined)[]): Set<number> {
  const circular = new Set<number>();
  const seen = new Set<number>();
  for (const start of next.keys()) {
    const path = new Set<number>();
    let at: number | undefined = start;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      path.add(at);
      at = next[at];
    }
    if (at === undefined || !path.has(at)) continue;
    const way = [...path];
    for (const one of way.slice(way.indexOf(at))) circular.add(one);
  }
  return circular;
}

/** Without the settings that cannot be: a field whose condition goes is always asked. */
export function withoutFaults<Field extends Pick<Question, 'showIf' | 'limits'>>(
  fields: readonly Field[],
  faults: readonly Fault[],
): Field[] {
  if (faults.length === 0) return [...fields];
  const wrong = Map.groupBy(faults, ({ place }) => place);
  return fields.map((field, place) => {
    const settings = wrong.get(place);
    if (!settings) return field;
    const options = new Set(settings.flatMap(({ path: [, option] }) => option ?? []));
    const limits = Object.entries(field.limits ?? {}).filter(([option]) => !options.has(option));
    return {
      ...field,
      showIf: settings.some(({ path: [setting] }) => setting === 'showIf') ? undefined : field.showIf,
      limits: limits.length === 0 ? undefined : Object.fromEntries(limits),
    };
  });
}

/** As it was stored or sent; undefined where it is none. */
export function readShowIf(value: unknown): ShowIf | undefined {
  if (!isContainer(value) || !('field' in value) || !('anyOf' in value)) return undefined;
  const { field, anyOf } = value;
  if (typeof field !== 'string' || !Array.isArray(anyOf)) return undefined;
  const answers: unknown[] = anyOf;
  const known = answers.filter((one) => typeof one === 'string' || typeof one === 'boolean');
  return known.length === answers.length ? { field, anyOf: known } : undefined;
}

/** As it was stored or sent, a limit that is no number as NaN; undefined where it is none. */
export function readLimits(value: unknown): Record<string, number> | undefined {
  if (!isContainer(value) || Array.isArray(value)) return undefined;
  const limits = Object.entries(value).map(([option, limit]: [string, unknown]): [string, number] => [
    option,
    typeof limit === 'number' ? limit : Number.NaN,
  ]);
  return limits.length === 0 ? undefined : Object.fromEntries(limits);
}

/** What of a field's options an answer has chosen. */
export function optionsIn({ type }: Question, answer: unknown): string[] {
  const chosen = QUESTIONS[type].hasOptions ? QUESTIONS[type].chosen?.(answer) : [];
  return isTexts(chosen) ? chosen : [];
}
