import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { nearestName } from '../domain/nearest-name.ts';
import { clubConfig, type ClubConfig } from './club.ts';
import { findRepeatedKey, listRepeatedKeysInCode } from './repeated-key.ts';
import { StartError } from './start-error.ts';

/** Reads the configuration at start, so that changing it needs no build. @throws StartError naming the file and the first wrong key. */
export async function readClub(file: string): Promise<ClubConfig> {
  const content = await contentOf(file);
  const parsed = clubConfig.safeParse(content, { error: kindExpected });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  // A mistyped key says more than the missing one that it stands for.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...(issue?.path ?? []), ...(unknown ? [unknown] : [])];
  const why = unknown
    ? `is not a known key${suggestion(unknown, knownKeys(clubConfig, issue?.path ?? []))}`
    : isMissing(content, path)
      ? 'is missing'
      : issue?.message;
  throw new StartError(`Club configuration ${basename(file)}: ${path.join('.') || 'the file'} ${why}`);
}

const KINDS: Partial<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
  number: 'a number',
  string: 'a text',
};

/** Replaces Zod's own sentence about a value of another kind, where the key has none of its own. */
function kindExpected({ code, expected }: z.core.$ZodRawIssue): string | undefined {
  const kind = code === 'invalid_type' ? KINDS[String(expected)] : undefined;
  return kind && `must be ${kind}`;
}

function suggestion(typed: string, known: string[]): string {
  const nearest = nearestName(typed, known);
  return nearest === undefined ? '' : `: ${nearest}?`;
}

function knownKeys(schema: unknown, path: PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional) return knownKeys(schema.unwrap(), path);
  const [first, ...rest] = path;
  if (schema instanceof z.ZodArray) return knownKeys(schema.element, rest);
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum) return schema.keyType.options.map(String);
  if (!(schema instanceof z.ZodObject)) return [];
  return first === undefined ? Object.keys(schema.shape) : knownKeys(schema.shape[String(first)], rest);
}

function isMissing(content: unknown, path: PropertyKey[]): boolean {
  let here = content;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return true;
    here = Reflect.get(here, key);
  }
  return here === undefined;
}

const READ_KINDS = /\.([cm]?[jt]s|json)$/;

async function contentOf(file: string): Promise<unknown> {
  if (!existsSync(file)) throw unreadable(file, 'there is no such file');
  if (!READ_KINDS.test(file)) throw unreadable(file, 'it must end in .ts or .json');
  let json: string | undefined;
  let content: unknown;
  try {
    if (file.endsWith('.json')) content = JSON.parse((json = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')));
    // Required, because the development server would take an import for one of its own modules.
    else content = createRequire(import.meta.url)(file).default;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw unreadable(`${file}${lineOf(error, file)}`, why);
  }
  if (content === undefined)
    throw new StartError(`Club configuration ${basename(file)}: the file has no default export (CLUB_CONFIG)`);
  const repeated = json === undefined ? await repeatedInCode(file, content) : repeatedInJson(json);
  if (repeated !== undefined) throw new StartError(`Club configuration ${basename(file)}${repeated} stands twice`);
  return content;
}

function unreadable(file: string, why: string | undefined): StartError {
  return new StartError(`Club configuration ${file} cannot be read: ${why} (CLUB_CONFIG)`);
}

function repeatedInJson(json: string): string | undefined {
  const path = findRepeatedKey(json);
  return path === undefined ? undefined : `: ${path}`;
}

async function repeatedInCode(file: string, content: unknown): Promise<string | undefined> {
  for (const { path, line } of listRepeatedKeysInCode(await readFile(file, 'utf8')))
    if (!isMissing(content, path)) return `, line ${line}: ${path.join('.')}`;
  return undefined;
}

/** The line of an error in a file of code. For JSON, the message itself names it. */
function lineOf(error: unknown, file: string): string {
  const [, behind = ''] = (error instanceof Error ? (error.stack ?? '') : '').split(`${pathToFileURL(file).href}:`);
  const line = /^\d+/.exec(behind)?.[0];
  return line === undefined ? '' : `, line ${line},`;
}
