import { z } from 'zod';
import { clubConfig, decisions, type ClubConfig, type SiteText } from './club.ts';

/** A text of the configuration file; `path` is its place there, such as 'activities.0.title'. */
export interface TextInFile extends SiteText {
  path: string;
  text: string;
}

interface Override {
  path: string;
  text: string;
}

/** Every value that the configuration may have, with '*' for any item of a list or record. */
export function* leavesOf(schema: unknown, path: string[] = []): Generator<{ path: string[]; schema: z.ZodType }> {
  if (schema instanceof z.ZodOptional) yield* leavesOf(schema.unwrap(), path);
  else if (schema instanceof z.ZodArray) yield* leavesOf(schema.element, [...path, '*']);
  else if (schema instanceof z.ZodRecord) yield* leavesOf(schema.valueType, [...path, '*']);
  else if (schema instanceof z.ZodObject)
    for (const [name, inner] of Object.entries(schema.shape)) yield* leavesOf(inner, [...path, name]);
  else if (schema instanceof z.ZodType) yield { path, schema };
}

const MARKS = new Map(
  [...leavesOf(clubConfig)].flatMap(({ path, schema }) => {
    const decision = decisions.get(schema);
    return decision && 'screen' in decision ? [[path.join('.'), decision] as const] : [];
  }),
);

/** The texts in the order of the schema, without those that the file leaves out. */
export function listTexts(file: ClubConfig): TextInFile[] {
  return [...stringsIn(file)].flatMap(({ path, text }) => {
    const places = path.filter(isPlace);
    const mark = MARKS.get(path.map((name) => (isPlace(name) ? '*' : name)).join('.'));
    const label = mark?.label.replace('{n}', places.map((place) => Number(place) + 1).join('.'));
    return mark && label !== undefined ? [{ ...mark, label, path: path.join('.'), text }] : [];
  });
}

function isPlace(name: string): boolean {
  return /^\d+$/.test(name);
}

function* stringsIn(value: unknown, path: string[] = []): Generator<{ path: string[]; text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* stringsIn(inner, [...path, name]);
}

const NO_PLACE = 'has no place in the file';

/** Reads the configuration with `text` at `path`. Returns the resulting text, or why there can be none. */
export function checkText(file: ClubConfig, { path, text }: Override): { text: string } | { reason: string } {
  const tried = clubConfig.safeParse(put(file, [{ path, text }]));
  if (!tried.success) return { reason: tried.error.issues[0]?.message ?? 'cannot stand there' };
  const found = listTexts(tried.data).find((one) => one.path === path);
  return found ? { text: found.text } : { reason: NO_PLACE };
}

export interface Merged {
  club: ClubConfig;
  /** Why a changed text is not shown, by its path. */
  ignored: Map<string, string>;
}

/** The file with the changed texts. Changes stored for another file, or by another version, are never an error. */
export function mergeTexts(file: ClubConfig, changed: Override[]): Merged {
  const ignored = new Map<string, string>();
  const kept = changed.filter((one) => {
    const read = checkText(file, one);
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
