import { sameValue } from '../same-value.ts';

export interface Conflict<Values extends object> {
  opened: Values;
  theirs: Values;
  /** The version of `theirs`. */
  version: number;
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
