import type { IncomingHttpHeaders } from 'node:http';
import type { SendResult } from '../domain/announcements/send-announcements.ts';
import { GIVE_UP_MS } from '../domain/jobs/retry.ts';
import { NoAnswer, type WebhookAnswer } from './webhook.ts';

const UNKNOWN_MESSAGE = 10_008;

/** Errors contain nothing that the other side says, because it could contain the address. */
export function outcomeOf({ status, headers, body }: WebhookAnswer, { isEdit }: { isEdit: boolean }): SendResult {
  const paused = pauseOf(headers);
  if (status >= 200 && status < 300) {
    return { outcome: { kind: 'sent', messageId: messageIdOf(body) }, ...paused };
  }
  if (status === 429) {
    const wait = waitOf(headers, body);
    const error = 'Discord asked to wait (429).';
    return {
      outcome: { kind: 'failed for now', error, retryAfter: wait },
      ...(wait === undefined ? paused : { pause: wait }),
    };
  }
  if (status >= 500) {
    const error = `Discord cannot take the message now (${status}).`;
    return { outcome: { kind: 'failed for now', error, retryAfter: waitOf(headers, undefined) }, ...paused };
  }
  const code = numberIn(body, 'code');
  if (isEdit && status === 404 && code === UNKNOWN_MESSAGE) return { outcome: { kind: 'deleted' }, ...paused };
  return { outcome: { kind: 'failed', error: refusalOf(status, code) }, ...paused };
}

/** An attempt that ended without an answer. */
export function outcomeOfFailure(reason: unknown): SendResult {
  if (!(reason instanceof NoAnswer)) throw reason;
  const { code, mayHaveArrived } = reason;
  if (mayHaveArrived) return { outcome: { kind: 'uncertain', error: `Discord’s answer did not come (${code}).` } };
  return { outcome: { kind: 'failed for now', error: `Discord cannot be reached (${code}).`, retryAfter: undefined } };
}

function refusalOf(status: number, code: number | undefined): string {
  const numbers = code === undefined ? `${status}` : `${status}, code ${code}`;
  if (status === 401 || status === 403 || status === 404) {
    return `Discord no longer takes messages at the address in DISCORD_WEBHOOK_URL (${numbers}). The person who runs the site can set another.`;
  }
  if (status >= 300 && status < 400) return `The address in DISCORD_WEBHOOK_URL leads elsewhere (${numbers}).`;
  return `Discord refused the message (${numbers}).`;
}

function messageIdOf(body: unknown): string | null {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  // The id becomes part of an address.
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : null;
}

/** The longest of the times that it names, in seconds. */
function waitOf(headers: IncomingHttpHeaders, body: unknown): number | undefined {
  const said = [
    secondsIn(headers['retry-after']),
    numberIn(body, 'retry_after'),
    secondsIn(headers['x-ratelimit-reset-after']),
  ];
  const seconds = said.flatMap((one) => (one !== undefined && Number.isFinite(one) && one >= 0 ? [one] : []));
  return seconds.length === 0 ? undefined : Math.min(GIVE_UP_MS, Math.ceil(Math.max(...seconds) * 1000));
}

/** Once no request is left of those it allows, nothing is sent until it allows more. */
function pauseOf(headers: IncomingHttpHeaders): { pause?: number } {
  if (headers['x-ratelimit-remaining'] !== '0') return {};
  const seconds = secondsIn(headers['x-ratelimit-reset-after']);
  return seconds === undefined || seconds <= 0 ? {} : { pause: Math.min(GIVE_UP_MS, Math.ceil(seconds * 1000)) };
}

/** Reads seconds, or a date, which proxies may send instead. */
function secondsIn(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

function numberIn(body: unknown, name: 'code' | 'retry_after'): number | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const found = Object.entries(body).find(([key]) => key === name)?.[1];
  return typeof found === 'number' ? found : undefined;
}
