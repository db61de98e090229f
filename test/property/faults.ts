import { tmpdir } from 'node:os';
import type { ReceivedResponse, SentRequest } from './send-request.ts';

const TEXTUAL = /^(text\/|application\/(json|xml|javascript|atom\+xml|manifest\+json)|image\/svg)/;

/** What is wrong with an answer, whatever was asked: nothing, in most runs. */
export function faultsOf({ method }: SentRequest, { status, headers, body }: ReceivedResponse): string[] {
  const type = headers['content-type'] ?? '';
  const policy = String(headers['content-security-policy'] ?? '');
  const isPage = type.startsWith('text/html');
  return [
    ...(status >= 500 || status < 200 ? [`answers ${status}: ${body.slice(0, 200)}`] : []),
    ...(tells(body) ? [`shows its inner workings: ${body.slice(0, 400)}`] : []),
    ...(body !== '' && !type ? ['has no content type'] : []),
    ...(body !== '' && TEXTUAL.test(type) && !/charset=utf-8/i.test(type) ? [`has no charset: ${type}`] : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['has no nosniff']),
    ...(headers['referrer-policy'] ? [] : ['has no referrer policy']),
    ...(leadsAway(headers.location) ? [`leads to ${headers.location}`] : []),
    ...(headers['x-powered-by'] ? ['says what it is made of'] : []),
    ...(headers['set-cookie'] ?? []).filter((cookie) => !/; HttpOnly/.test(cookie)).map((cookie) => `sets ${cookie}`),
    ...(isPage && method !== 'HEAD' && status < 300 && !isStrict(policy) ? [`has the policy ‘${policy}’`] : []),
  ];
}

function isStrict(policy: string): boolean {
  const scripts = policy.split('; ').find((rule) => rule.startsWith('script-src ')) ?? policy;
  return /frame-ancestors 'none'/.test(policy) && !/unsafe-inline|unsafe-eval/.test(scripts);
}

/** Redirects lead to this site's own paths; only a sign-in begins elsewhere, here at the site's own provider. */
function leadsAway(location: string | undefined): boolean {
  if (location === undefined || /^http:\/\/localhost:\d+\/(idp\/|auth\/login$)/.test(location)) return false;
  return new URL(location, 'http://club.example').host !== 'club.example' || !location.startsWith('/');
}

/** A stack trace, or where this program lies on its machine. */
function tells(body: string): boolean {
  return (
    /\n\s+at .+:\d+:\d+/.test(body) ||
    /\\n\s+at .+:\d+:\d+/.test(body) ||
    /node:internal|file:\/\/\//.test(body) ||
    body.includes(process.cwd()) ||
    body.includes(`${tmpdir()}/clubroom`)
  );
}
