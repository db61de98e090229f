import { isPlaces, MOST_PLACES } from '../place-count.ts';
import type { Question } from './conditions.ts';
import { QUESTIONS } from './index.ts';
import type { ShowIf } from './question-type.ts';

/** Whether other fields can depend on this one. */
export function canBeSource({ type }: Question): boolean {
  return QUESTIONS[type].chosen !== undefined;
}

/** The answers that other fields can depend on. */
export function answersOf({ type, options }: Question): ShowIf['anyOf'] {
  if (QUESTIONS[type].hasOptions) return options;
  return QUESTIONS[type].chosen ? [true, false] : [];
}

interface Fault {
  index: number;
  /** The setting at fault: a condition, or one option's limit. */
  path: ['showIf'] | ['limits', string];
  message: string;
}

const WRONG_LIMIT = `Please enter a whole number, from 1 to ${MOST_PLACES.toLocaleString('en')}, or leave it empty`;

/** Finds conditions and limits that cannot be right. */
export function findFaults(fields: readonly Question[]): Fault[] {
  const places = new Map(fields.map(({ name }, index) => [name, index]));
  const circular = findCircles(fields.map(({ showIf }) => (showIf ? places.get(showIf.field) : undefined)));
  return fields.flatMap((field, index): Fault[] => {
    const why = field.showIf && whyNotAfter(field.showIf, fields, index, places.get(field.showIf.field), circular);
    const known = new Set(QUESTIONS[field.type].hasOptions ? field.options : []);
    const limits = Object.entries(field.limits ?? {}).flatMap(([option, limit]): Fault[] => {
      const message = whyNoLimit(option, limit, known);
      return message === undefined ? [] : [{ index, path: ['limits', option], message }];
    });
    return why === undefined ? limits : [{ index, path: ['showIf'], message: why }, ...limits];
  });
}

function whyNoLimit(option: string, limit: number, known: ReadonlySet<string>): string | undefined {
  if (!known.has(option)) return 'There is no such option';
  // Setting this name on an object would change its prototype.
  if (option === '__proto__') return 'An option of this name cannot have places';
  return isPlaces(limit) ? undefined : WRONG_LIMIT;
}

export const NO_ANSWER = 'Choose at least one answer.';

function whyNotAfter(
  { anyOf }: ShowIf,
  fields: readonly Question[],
  index: number,
  at: number | undefined,
  circular: ReadonlySet<number>,
): string | undefined {
  const source = at === undefined ? undefined : fields[at];
  if (at === undefined || !source) return 'The field that this is asked after is gone. Choose another one, or ‘Always’';
  if (at === index) return 'A field cannot be asked after itself. Choose another one, or ‘Always’';
  if (circular.has(index))
    return 'These fields are asked after each other, in a circle. Choose another one, or ‘Always’';
  const label = `‘${source.description}’`;
  if (at > index) return `${label} comes later. Move this field behind it, or choose ‘Always’`;
  if (!canBeSource(source)) return `${label} has no answers to choose from. Choose another field, or ‘Always’`;
  if (anyOf.length === 0) return NO_ANSWER;
  const answers = new Set(answersOf(source));
  const gone = anyOf.find((one) => !answers.has(one));
  return gone === undefined ? undefined : `‘${String(gone)}’ is no answer to ${label}. Choose the answers again`;
}

/** The indexes that lead back to themselves; each leads to one other at most. */
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

/** Removes the settings at fault; a field that loses its condition is always asked. */
export function withoutFaults<Field extends Pick<Question, 'showIf' | 'limits'>>(
  fields: readonly Field[],
  faults: readonly Fault[],
): Field[] {
  if (faults.length === 0) return [...fields];
  const wrong = Map.groupBy(faults, ({ index }) => index);
  return fields.map((field, index) => {
    const settings = wrong.get(index);
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
