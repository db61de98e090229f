import fc, { type Arbitrary } from 'fast-check';
import type { TableRoute } from '../../app/http/route-table.ts';
import { headerText, pathText, type SentRequest } from './send-request.ts';
import { bodyFor, type Sendable } from './bodies.ts';
import { hostileNumber, hostileText } from './hostile.ts';

/** Someone who asks: the headers that say so. */
export type People = Record<'stranger' | 'member' | 'admin', Record<string, string>>;

/** What is there to be asked for: keys of events, of forms and of files. */
export interface World extends Sendable {
  people: People;
  keys: string[];
}

const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const QUERIES = [
  ...['set', 'current', 'section', 'name', 'wanted', 'popup', 'code', 'state', 'error', 'iss', 'all', 'form', 'search'],
  ...['limit', 'past', 'pages', '_routes', 'age', 'v', 'index', 'problem', 'paths', 'version', 'edit', 'key', 'p'],
];
const RAW = [
  '%',
  '%ff',
  '%00',
  '%2f',
  '%5c',
  '..',
  '.',
  '%2e%2e',
  ';',
  '%0d%0a',
  '%u0041',
  '+',
  '*',
  ':',
  '@',
  '[',
  '|',
];

const encoded = hostileText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 3000));
const part = fc.oneof(encoded, fc.constantFrom(...RAW), hostileText.map(pathText), hostileNumber.map(String));

const query = fc
  .array(fc.tuple(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...QUERIES) }, encoded), part), { maxLength: 4 })
  .map((pairs) => (pairs.length > 0 ? `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}` : ''));

const address = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => `10.${parts.join('.')}`);

const oddHeaders: Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    ...['accept', 'accept-encoding', 'accept-language', 'range', 'if-none-match', 'if-range', 'if-modified-since'],
    ...['cookie', 'content-type', 'content-encoding', 'user-agent', 'referer', 'origin', 'sec-fetch-site', 'host'],
    ...['x-attestation', 'idempotency-key', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'],
    ...['authorization', 'x-http-method-override', 'last-event-id', 'x-react-router-request', 'purpose', 'upgrade'],
  ),
  fc.oneof(
    fc.constantFrom(
      'application/json',
      'text/html',
      '*/*',
      'bytes=0-',
      'bytes=-1',
      'bytes=9-1',
      'gzip;q=x,br;q=1',
      '*',
    ),
    fc.constantFrom(
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'clubroom_session=x',
      'null',
    ),
    hostileText.map(headerText),
  ),
  { maxKeys: 4 },
);

/** Requests for one address: by anyone, with any method, query, headers and body. */
export function requestsFor({ kind, path, method }: TableRoute, world: World): Arbitrary<SentRequest> {
  const names = [...path.matchAll(/:\w+(\{[^}]+\})?|\*/g)].map(([name]) => name);
  const known = fc.constantFrom(...world.keys.map((key) => encodeURIComponent(key)));
  const values = fc.tuple(...names.map(() => fc.oneof(known, part)));
  const suffix = fc.constantFrom(
    '',
    '',
    '',
    ...(kind === 'screen' ? ['.data', '.data', '/_.data', '/'] : ['/', '.data']),
  );
  const methods = method === 'ALL' ? METHODS : [method, method, ...METHODS];
  return fc
    .record({
      values,
      suffix,
      query,
      method: fc.constantFrom(...methods),
      who: fc.constantFrom('stranger', 'member', 'admin', 'admin'),
      odd: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, oddHeaders),
      from: address,
      body: bodyFor(path, world),
    })
    .map(({ who, from, odd, body, ...asked }) => {
      const filled = names.reduce(
        (whole, name, at) => whole.replace(name, () => filling(name, asked.values[at])),
        path,
      );
      const isReading = asked.method === 'GET' || asked.method === 'HEAD' || asked.method === 'TRACE';
      return {
        method: asked.method,
        path: pathText(`${filled}${asked.suffix}${asked.query}`),
        headers: {
          'x-forwarded-for': from,
          ...world.people[who],
          ...(isReading ? {} : body.headers),
          ...odd,
        },
        body: isReading ? undefined : body.content,
      };
    });
}

function filling(name: string, value = ''): string {
  return name.endsWith('ics}') ? `${value}.ics` : value;
}
