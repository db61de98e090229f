import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fetchBytes, type FetchLimits } from '../http/fetch-bytes.ts';
import type { ChildLimits } from '../limits/child-process.ts';
import { renderOrShow } from './render-in-child.ts';
import type { RenderedText } from './render-markdown.ts';

export class GuideUnreadable extends Error {
  override name = 'GuideUnreadable';
}

/** `outside`: the text comes from another host and may change at any time. */
interface Guide extends RenderedText {
  outside: boolean;
}

/** Times in milliseconds. */
export interface GuideLimits extends FetchLimits {
  folder: string;
  cacheMs: number;
  retryMs: number;
  render?: ChildLimits;
}

const LIMITS: GuideLimits = {
  folder: 'content',
  timeoutMs: 5000,
  maxBytes: 2 * 1024 * 1024,
  cacheMs: 10 * 60_000,
  retryMs: 30_000,
};

/** Reads a file again when it changes, and another host's text after ten minutes, or once the host answers again. @throws GuideUnreadable */
export async function readGuide(source: string, limits: GuideLimits = LIMITS): Promise<Guide> {
  if (isOutside(source)) return { ...(await readOutside(source, limits)), outside: true };
  return { ...(await readAsset(source, limits)), outside: false };
}

function isOutside(source: string): boolean {
  return /^https?:/i.test(source);
}

function fileOf(source: string, folder: string): string {
  return join(folder, source.replace(/^\/?assets\//, ''));
}

/** The club's own file, unchanged; undefined if another host has the text, or nobody has. */
export async function readGuideFile(source: string): Promise<Uint8Array | undefined> {
  return isOutside(source) ? undefined : readFile(fileOf(source, LIMITS.folder)).catch(() => undefined);
}

const files = new Map<string, { version: string; text: Promise<RenderedText> }>();

async function readAsset(source: string, limits: GuideLimits): Promise<RenderedText> {
  const file = fileOf(source, limits.folder);
  try {
    const { mtimeMs, size } = await stat(file);
    const version = `${mtimeMs} ${size}`;
    const known = files.get(file);
    if (known?.version === version) return await known.text;
    const text = readFile(file).then((bytes) => render(new TextDecoder().decode(bytes), file, limits));
    files.set(file, { version, text });
    return await text;
  } catch (error) {
    files.delete(file);
    throw unreadable(file, error);
  }
}

interface Fetched {
  /** In epoch milliseconds. */
  until: number;
  asking?: Promise<void> | undefined;
  source?: string;
  text?: RenderedText;
  failure?: GuideUnreadable;
}

const fetched = new Map<string, Fetched>();

async function readOutside(address: string, limits: GuideLimits): Promise<RenderedText> {
  const known = fetched.get(address) ?? { until: 0 };
  fetched.set(address, known);
  if (Date.now() >= known.until) {
    known.asking ??= ask(address, known, limits).finally(() => (known.asking = undefined));
    await known.asking;
  }
  if (known.text) return known.text;
  throw known.failure ?? new GuideUnreadable(`The guide at ${address} has not been read yet`);
}

async function ask(address: string, known: Fetched, limits: GuideLimits): Promise<void> {
  try {
    const source = new TextDecoder().decode(await fetchBytes(address, limits));
    if (source !== known.source) known.text = await render(source, address, limits);
    known.source = source;
    known.until = Date.now() + limits.cacheMs;
  } catch (error) {
    known.failure = unreadable(address, error);
    known.until = Date.now() + limits.retryMs;
  }
}

async function render(text: string, where: string, { render: limits }: GuideLimits): Promise<RenderedText> {
  const address = /^https?:/i.test(where) ? where : undefined;
  const path = address === undefined ? where : new URL(address).pathname;
  const order = { text, language: extname(path).slice(1).toLowerCase(), address };
  return renderOrShow(order, `The guide at ${where}`, limits);
}

/** Logs the reason, which visitors do not see, for the person who runs the site. */
function unreadable(where: string, error: unknown): GuideUnreadable {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = reason instanceof Error ? reason.message : String(reason);
  const failure = new GuideUnreadable(`The guide at ${where} cannot be read: ${why}`);
  console.error(failure.message);
  return failure;
}
