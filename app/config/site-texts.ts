import { z } from 'zod';
import { clubConfig, decisions, type ClubConfig, type SiteText } from './club.ts';

/** A text as the file has it; `path` names its place in the file, such as 'activities.0.title'. */
export interface TextInFile extends SiteText {
  path: string;
  text: string;
}

/** A text that was put in the place of the file's. */
export interface Override {
  path: string;
  text: string;
}

/** Every value that the configuration may have, with '*' for each one of a list or record. */
export function* leavesOf(schema: unknown, path: string[] = []): Generator<{ path: string[]; schema: z.ZodType }> {
  if (schema instanceof z.ZodOptional) yield* leavesOf(schema.unwrap(), path);
  else if (schema instanceof z.ZodArray) yield* leavesOf(schema.element, [...path, '*']);
  else if (schema instanceof z.ZodRecord) yield* leavesOf(schema.valueType, [...path, '*']);
  else if (schema instanceof z.ZodObject)
    for (const [name, inner] of Object.entries(schema.shape)) yield* leavesOf(inner, [...path, name]);
  else if (schema instanceof z.ZodType) yield { path, schema };
}

const TEXTS = [...leavesOf(clubConfig)].flatMap(({ path, schema }) => {
  const decision = decisions.get(schema);
  return decision && 'screen' in decision ? [{ path, mark: decision }] : [];
});

/** In the order of the file's shape; what the file leaves out is left out. */
export function listTexts(file: ClubConfig): TextInFile[] {
  return TEXTS.flatMap(({ path, mark }) =>
    valuesAt(file, path).map((found) => ({
      ...mark,
      label: mark.label.replace('{n}', found.numbers.join('.')),
      path: found.path.join('.'),
      text: found.value,
    })),
  );
}

interface Found {
  path: string[];
  numbers: number[];
  value: string;
}

function valuesAt(value: unknown, [name, ...rest]: string[]): Found[] {
  if (name === undefined) return typeof value === 'string' ? [{ path: [], numbers: [], value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (name !== '*') return valuesAt(Reflect.get(value, name), rest).map((one) => below(name, one));
  return Object.entries(value).flatMap(([key, inner], at) =>
    valuesAt(inner, rest).map((one) => ({ ...below(key, one), numbers: [at + 1, ...one.numbers] })),
  );
}

function below(name: string, found: Found): Found {
  return { ...found, path: [name, ...found.path] };
}

/** As the file would be read with `text` at `path`: the text that stands there then, or why none can. */
export function checkText(file: ClubConfig, { path, text }: Override): { text: string } | { reason: string } {
  const tried = clubConfig.safeParse(put(file, [{ path, text }]));
  if (!tried.success) return { reason: tried.error.issues[0]?.message ?? 'cannot stand there' };
  const [found] = valuesAt(tried.data, path.split('.'));
  return found ? { text: found.value } : { reason: 'has no place in the file' };
}

export interface Merged {
  club: ClubConfig;
  /** By path: why a changed text is not shown. */
  ignored: Map<string, string>;
}

/** The file with what was changed since. What was stored for another file, or by another version, is never an error. */
export function mergeTexts(file: ClubConfig, changed: Override[]): Merged {
  const places = new Set(listTexts(file).map(({ path }) => path));
  const ignored = new Map<string, string>();
  const kept = changed.filter((one) => {
    const read = places.has(one.path) ? checkText(file, one) : { reason: 'has no place in the file' };
    if ('reason' in read) ignored.set(one.path, read.reason);
    return !('reason' in read);
  });
  const { data, error } = clubConfig.safeParse(put(file, kept));
  if (data) return { club: data, ignored };
  for (const { path } of kept) ignored.set(path, error.issues[0]?.message ?? 'does not go with the others');
  return { club: file, ignored };
}

function put(file: ClubConfig, texts: Override[]): ClubConfig {
  const copy = structuredClone(file);
  for (const { path, text } of texts) putAt(copy, path.split('.'), text);
  return copy;
}

function putAt(target: unknown, [name, ...rest]: string[], text: string): void {
  if (typeof target !== 'object' || target === null || name === undefined || !Object.hasOwn(target, name)) return;
  if (rest.length === 0) Reflect.set(target, name, text);
  else putAt(Reflect.get(target, name), rest, text);
}
