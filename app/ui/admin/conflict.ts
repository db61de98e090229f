export interface Conflict<Values extends object> {
  opened: Values;
  theirs: Values;
  /** The version that `theirs` is. */
  version: number;
}

/** True for two values that would be stored alike; the order of an object's keys does not matter. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const left: Record<string, unknown> = { ...one };
  const right: Record<string, unknown> = { ...other };
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => sameValue(left[key], right[key]));
}

export function changedFields<Values extends object>({ opened, theirs }: Conflict<Values>): (keyof Values & string)[] {
  return namesOf(opened).filter((name) => !sameValue(opened[name], theirs[name]));
}

export function mergeValues<Values extends object>({ opened, theirs }: Conflict<Values>, mine: Values): Values {
  const merged = { ...theirs };
  for (const name of namesOf(mine)) if (!sameValue(mine[name], opened[name])) merged[name] = mine[name];
  return merged;
}

function namesOf<Values extends object>(values: Values): (keyof Values & string)[] {
  const names: (keyof Values & string)[] = [];
  for (const name in values) names.push(name);
  return names;
}
