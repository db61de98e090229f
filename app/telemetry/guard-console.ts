import { format } from 'node:util';
import { requestScope } from './report-error.ts';
import type { RequestTrace } from './trace-requests.ts';

const METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

/** The most that is printed while one request is answered. */
const MOST_CHARACTERS = 8000;
const LEFT_OUT = '…';
/** As links, sessions and proofs have it: long, of letters in both cases and digits. */
const LIKE_A_SECRET = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{22,}/g;

/**
 * Whatever prints while a request is answered, a library too: nothing that the request said is in it, and there is a bound.
 * Where programs gather the output it is one line of JSON with the request's id. Returns what ends it.
 */
export function guardConsole(isForPrograms: boolean): () => void {
  const printed = new WeakMap<RequestTrace, number>();
  const own = METHODS.map((method) => {
    const print = console[method].bind(console);
    console[method] = (...said: unknown[]) => {
      const trace = requestScope.getStore();
      if (!trace) return print(...said);
      const before = printed.get(trace) ?? 0;
      if (before >= MOST_CHARACTERS) return undefined;
      const text = format(...said).slice(0, 4 * MOST_CHARACTERS);
      const shown = withoutSaid(text, trace).slice(0, MOST_CHARACTERS - before);
      printed.set(trace, before + shown.length);
      return print(isForPrograms ? asLine(shown, method, trace) : shown);
    };
    return () => Object.assign(console, { [method]: print });
  });
  return () => own.forEach((end) => end());
}

/** What is such a line already stays as it is, unless it was cut. */
function asLine(text: string, level: string, { id }: RequestTrace): string {
  if (text.startsWith('{"time":') && text.endsWith('}')) return text;
  return JSON.stringify({ time: new Date().toISOString(), level, id, what: text });
}

function withoutSaid(text: string, { response: { req } }: RequestTrace): string {
  let rest = text;
  for (const part of saidIn(req)) rest = rest.replaceAll(part, LEFT_OUT);
  return rest.replaceAll(LIKE_A_SECRET, LEFT_OUT);
}

/** Everybody sends the same in them; what stands in the last is the request's name in the log. */
const PLAIN_HEADERS =
  /^(host|connection|accept(-\w+)?|content-(type|length)|user-agent|upgrade-insecure-requests|sec-.*|x-request-id)$/;
const BETWEEN_PARTS = /[\s/?&=;,:"']+/;
const SHORTEST = 6;
/** Words of our own addresses, which stand in the names of files and in what is said of faults. */
const OWN_WORD = /^[a-z.-]*$/;

/** Longest first, as it was sent and as it reads. */
function saidIn({ url = '', headers }: RequestTrace['response']['req']): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) => (PLAIN_HEADERS.test(name) ? [] : [String(value)]));
  const parts = [url, ...values].flatMap((text) => text.split(BETWEEN_PARTS));
  const spelled = parts.flatMap((part) => [part, decoded(part)]);
  const secrets = spelled.filter((part) => part.length >= SHORTEST && !OWN_WORD.test(part));
  return [...new Set(secrets)].toSorted((one, other) => other.length - one.length);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}
