import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { writeReadableStreamToWritable } from '@react-router/node';
import type { Topic } from '../domain/topics.ts';
import type { Kept } from './context.server.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

type Encoding = 'identity' | 'gzip' | 'br';

/** A finished answer as the renderer gives it: whole, or not for keeping (`kept` left out). */
export interface Rendered {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
  kept?: Kept | undefined;
}

/** One encoding of a kept answer, ready to be written. */
interface Encoded {
  body: Buffer;
  etag: string;
  headers: string[];
}

interface Entry {
  key: string;
  rendered: Rendered;
  topics: Set<Topic>;
  /** Epoch milliseconds from which the answer is out of date; Infinity where it does not depend on the day. */
  expires: number;
  hash: string;
  encoded: Partial<Record<Encoding, Encoded | Promise<Encoded>>>;
  bytes: number;
}

type Made = Rendered | Response | Entry;

export interface PageCacheOptions {
  /** Makes the answer for `url` (path and query): whole, or as it comes where it may be long and is not for keeping. */
  render: (url: string, request: IncomingMessage) => Promise<Rendered | Response>;
  /** When the club's day ends, in epoch milliseconds. */
  endOfDay: () => number;
  /** How many bytes of answers are kept at most. */
  maxBytes?: number;
}

export interface PageCache {
  /** Answers a GET or HEAD that is the same for everyone, from memory where it can. */
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Drops every answer that depends on one of the topics. */
  drop: (topics: Iterable<Topic>) => void;
  size: () => { entries: number; bytes: number };
}

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
const MAX_KNOWN_PATHS = 10_000;

/**
 * Keeps whole answers in memory (architecture.md, Reading): rendered once per change and path even under a stampede,
 * least recently used dropped first, in identity, gzip and brotli, with an ETag each.
 */
export function createPageCache({ render, endOfDay, maxBytes = DEFAULT_MAX_BYTES }: PageCacheOptions): PageCache {
  const entries = new Map<string, Entry>();
  const queries = new Map<string, string[]>();
  let running = new Map<string, Promise<Made>>();
  let generation = 0;
  let bytes = 0;

  function remove(entry: Entry) {
    if (entries.get(entry.key) === entry && entries.delete(entry.key)) bytes -= entry.bytes;
  }

  function account(entry: Entry, added: number) {
    entry.bytes += added;
    if (entries.get(entry.key) !== entry) return;
    bytes += added;
    for (const oldest of entries.values()) {
      if (bytes <= maxBytes) break;
      remove(oldest);
    }
  }

  function find(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (!entry) return undefined;
    if (entry.expires <= Date.now()) {
      remove(entry);
      return undefined;
    }
    return entry;
  }

  async function fill(key: string, request: IncomingMessage): Promise<Made> {
    const startedAt = generation;
    const expires = endOfDay();
    const rendered = await render(key, request);
    if (rendered instanceof Response || !rendered.kept) return rendered;
    const { kept } = rendered;
    const path = pathOf(key);
    if (queries.size >= MAX_KNOWN_PATHS) queries.clear();
    queries.set(path, kept.query ?? []);
    if (startedAt !== generation || normalise(key, kept.query ?? []) !== key) return rendered;
    const entry: Entry = {
      key,
      rendered,
      topics: new Set(kept.topics),
      expires: kept.untilMidnight ? expires : Infinity,
      hash: createHash('sha256').update(rendered.body).digest('base64url').slice(0, 22),
      encoded: {},
      bytes: 0,
    };
    const before = entries.get(key);
    if (before) remove(before);
    entries.set(key, entry);
    account(entry, rendered.body.length + 2048);
    return entry;
  }

  async function miss(key: string, request: IncomingMessage): Promise<Made> {
    const known = running.get(key);
    if (known) {
      const shared = await known;
      // A stream can be read once only.
      return shared instanceof Response ? fill(key, request) : shared;
    }
    const made = fill(key, request).finally(() => {
      if (running.get(key) === made) running.delete(key);
    });
    running.set(key, made);
    return made;
  }

  async function encode(entry: Entry, encoding: Encoding): Promise<Encoded> {
    const known = entry.encoded[encoding];
    if (known) return known;
    const made = compress(entry, encoding);
    entry.encoded[encoding] = made;
    const ready = await made;
    entry.encoded[encoding] = ready;
    if (encoding !== 'identity') account(entry, ready.body.length);
    return ready;
  }

  return {
    async answer(request, response) {
      const url = request.url ?? '/';
      const key = url.includes('?') ? normalise(url, queries.get(pathOf(url))) : url;
      const hit = find(key);
      if (hit) {
        // Moved to the end: the first of the map is the one not asked for longest.
        entries.delete(key);
        entries.set(key, hit);
      }
      const found = hit ?? (await miss(key, request));
      if (found instanceof Response) return stream(request, response, found);
      const encoding = acceptedEncoding(request.headers['accept-encoding']);
      if (!('rendered' in found)) return write(request, response, found.status, await unkept(found, encoding));
      const known = found.encoded[encoding];
      const ready = known && 'body' in known ? known : await encode(found, encoding);
      write(request, response, found.rendered.status, ready);
    },
    drop(topics) {
      generation++;
      // A page being rendered now may have read what has just changed: whoever asks from here on gets a new one.
      running = new Map();
      const changed = [...topics];
      for (const entry of entries.values()) {
        if (changed.some((topic) => entry.topics.has(topic))) remove(entry);
      }
    },
    size: () => ({ entries: entries.size, bytes }),
  };
}

async function stream(request: IncomingMessage, response: ServerResponse, found: Response): Promise<void> {
  response.writeHead(found.status, [...found.headers].flat());
  if (request.method === 'HEAD' || !found.body) return void response.end();
  // A visitor who leaves half-way is no error.
  await writeReadableStreamToWritable(found.body, response).catch(() => response.destroy());
}

function write(request: IncomingMessage, response: ServerResponse, status: number, ready: Encoded): void {
  const matches = request.headers['if-none-match'];
  if (matches !== undefined && status === 200 && isMatch(matches, ready.etag)) {
    response.writeHead(304, ready.headers).end();
    return;
  }
  response.writeHead(status, ready.headers);
  response.end(request.method === 'HEAD' ? undefined : ready.body);
}

function isMatch(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}

async function compress(entry: Entry, encoding: Encoding): Promise<Encoded> {
  const body = await compressed(entry.rendered.body, encoding);
  const etag = `"${entry.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  return { body, etag, headers: headersOf(entry.rendered, encoding, body.length, etag) };
}

async function unkept(rendered: Rendered, encoding: Encoding): Promise<Encoded> {
  const worthwhile = rendered.body.length > 1024 ? encoding : 'identity';
  const body = await compressed(rendered.body, worthwhile);
  return { body, etag: '', headers: headersOf(rendered, worthwhile, body.length, undefined) };
}

async function compressed(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(body, { level: 7 });
  if (encoding === 'br') return toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return body;
}

function headersOf(rendered: Rendered, encoding: Encoding, length: number, etag: string | undefined): string[] {
  const headers = rendered.headers.flat();
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  if (etag) headers.push('etag', etag);
  headers.push('content-length', String(length), 'vary', 'accept-encoding, cookie');
  return headers;
}

const encodings = new Map<string, Encoding>();

/** The best encoding that an Accept-Encoding header allows; few different ones are seen, so they are remembered. */
function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity';
  const known = encodings.get(header);
  if (known) return known;
  const accepted = header.split(',').flatMap((part) => {
    const [name, ...parameters] = part.trim().toLowerCase().split(';');
    return parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter)) ? [] : [name];
  });
  const best = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
  if (encodings.size < 1000) encodings.set(header, best);
  return best;
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** `url` with only the query parameters that its route knows, in the order of `names`; as it is where that is unknown. */
function normalise(url: string, names: string[] | undefined): string {
  if (!names) return url;
  const given = new URLSearchParams(url.slice(pathOf(url).length));
  const known = new URLSearchParams(names.flatMap((name) => given.getAll(name).map((value) => [name, value])));
  return known.size > 0 ? `${pathOf(url)}?${known}` : pathOf(url);
}
