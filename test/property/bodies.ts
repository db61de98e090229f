import { randomUUID } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import type { ClubConfig } from '../../app/config/club.ts';
import { eventSent, fieldSent } from '../event-inputs.ts';
import { headerText } from './send-request.ts';
import { mutate, hostileText, hostileValue } from './hostile.ts';

/** What is needed to send something that could be taken. */
export interface Sendable {
  club: ClubConfig;
  /** A new attestation. */
  token: () => string;
  /** By collection, a record that is there. */
  records: Record<'event' | 'exec' | 'food' | 'dsc', string>;
  formId: string;
}

export interface Body {
  content: Buffer;
  headers: Record<string, string>;
}

const NOTHING: Body = { content: Buffer.alloc(0), headers: {} };

export const EVENT = eventSent({
  hasForm: true,
  fields: [fieldSent('Your name', { required: true }), fieldSent('Size', { type: 'radio', options: ['S', 'M'] })],
  hasSignup: true,
  signupUrl: 'https://tickets.example.com/1',
  hasGoogleForm: true,
  googleFormUrl: 'https://docs.example.com/forms/d/e/ID/viewform',
  resources: [{ name: 'slides.pdf', url: 'https://files.example.com/slides.pdf' }],
});
export const EXEC = { name: 'Ada', title: 'President', description: 'Hello', isCurrentExec: true, image: null };
export const FOOD = { name: 'Tea', section: 'Drink', price: 1.5 };
export const CARD = { title: 'Card', text: '<b>Hi</b>', img: null, imgAlt: '', position: 1 };
const PAGE = { title: 'Page', slug: 'page', text: '**Hi**', where: 'menu', publishAt: null };

/** A body that fits the address, or nearly, or not at all. */
export function bodyFor(path: string, world: Sendable): Arbitrary<Body> {
  const fitting = fittingFor(path, world);
  return fc.oneof(
    ...(fitting ? [{ weight: 4, arbitrary: fitting }] : []),
    fc.constant(NOTHING),
    hostileValue.map((value) => json(value)),
    hostileText.map((text) => ({ content: Buffer.from(text), headers: { 'content-type': 'application/json' } })),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ content: Buffer.from(bytes), headers: {} })),
    fc.array(fc.tuple(hostileText, hostileText), { maxLength: 5 }).map((pairs) => urlencoded(pairs)),
    fc.array(fc.tuple(hostileText, hostileText), { maxLength: 3 }).map((pairs) => multipart(pairs)),
    fc.constant(json('x'.repeat(1_200_000))),
    fc.constantFrom('input', 'answers', 'verb').map((name) => nested(name, 60_000)),
  );
}

/** Written as a text: nothing here could put together what is nested so deeply. */
function nested(name: string, levels: number): Body {
  const text = `{"verb":"add","${name}":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  return { content: Buffer.from(text), headers: { 'content-type': 'application/json' } };
}

function fittingFor(path: string, world: Sendable): Arbitrary<Body> | undefined {
  const { records } = world;
  switch (path) {
    case '/admin/events':
      return commands(EVENT, records.event);
    case '/admin/responses-to-remove':
      return mutate({ keys: [records.event] }).map(json);
    case '/admin/events/:id/cancellation':
      return mutate({ version: 0, input: { reason: 'Snow' } }).map(json);
    case '/admin/events/:id/sign-ups':
      return mutate({ answers: { name: 'Sam' }, beyondLimit: false }).map(json);
    case '/admin/events/:id/sign-ups/:key/place':
      return mutate({ beyondLimit: true }).map(json);
    case '/admin/events/:id/messages':
      return mutate({ once: randomUUID(), input: { to: 'Everyone', subject: 'Room', message: 'It is 332.' } }).map(
        json,
      );
    case '/admin/execs':
      return commands(EXEC, records.exec);
    case '/admin/food':
      return commands(FOOD, records.food);
    case '/admin/dsc':
      return commands(CARD, records.dsc);
    case '/admin/pages':
      return commands(PAGE, 'none');
    case '/admin/pages/preview':
      return mutate({ text: '# A *page*' }).map(json);
    case '/admin/files':
      return mutate({ verb: 'replace', version: 0, input: { files: [{ name: 'a.jpg', url: '/files/x' }] } }).map(json);
    case '/admin/texts/:path':
      return mutate({ version: 0, input: { text: 'Room 1' } }).map(json);
    case '/admin/home':
      return mutate({ verb: 'send again', key: 'none' }).map(json);
    case '/api/uploads/:guid':
      return fc.uint8Array({ maxLength: 2000 }).map((bytes) => ({ content: Buffer.from(bytes), headers: {} }));
    case '/api/entries/:formId':
      return mutate({ answers: { name: 'Sam', size: 'S', late: true }, once: randomUUID(), token: '' }).map((value) =>
        json(withToken(value, world)),
      );
    case '/api/attest/token':
      return mutate(SOLVED).map(json);
    case '/forms/d/e/:formId/formResponse':
    case '/forms/d/:formId/formResponse':
      return submissions(world);
    default:
      return undefined;
  }
}

function commands(input: object, key: string): Arbitrary<Body> {
  return fc
    .oneof(
      mutate({ verb: 'add', input }),
      mutate({ verb: 'update', key, version: 0, input }),
      mutate({ verb: 'remove', keys: [`none-${key}`] }),
    )
    .map(json);
}

const SOLVED = {
  challenge: {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      nonce: '00',
      salt: '00',
      cost: 1000,
      keyLength: 32,
      keyPrefix: '00',
      keySignature: '00',
      expiresAt: 1e10,
    },
    signature: '00',
  },
  solution: { counter: 1, derivedKey: '00' },
};

/** Some of what is sent has passed the attestation, so that what lies behind it is reached. */
function withToken(value: unknown, { token }: Sendable): unknown {
  if (typeof value !== 'object' || value === null || !('token' in value) || value.token !== '') return value;
  return { ...value, token: token() };
}

function submissions({ club, token }: Sendable): Arbitrary<Body> {
  const entries = Object.values(club.forms).flatMap(({ fields }) => Object.values(fields));
  const value = fc.oneof(fc.constantFrom('Sam', 'sam@example.edu', 'N/A', '3'), hostileText);
  const sent = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...entries), hostileText), value), { maxLength: 8 });
  const once = fc.oneof(fc.constant(''), hostileText.map(headerText));
  return fc.tuple(sent, once, fc.boolean()).map(([pairs, key, attested]) => {
    const body = urlencoded(pairs);
    const headers = { ...(attested && { 'x-attestation': token() }), ...(key && { 'idempotency-key': key }) };
    return { content: body.content, headers: { ...body.headers, ...headers } };
  });
}

function json(value: unknown): Body {
  const text = JSON.stringify(value) ?? 'undefined';
  return { content: Buffer.from(text), headers: { 'content-type': 'application/json' } };
}

function urlencoded(pairs: [string, string][]): Body {
  const text = pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
  return { content: Buffer.from(text), headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

function multipart(pairs: [string, string][]): Body {
  const parts = pairs.map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"; filename="${value}"\r\n\r\n${value}\r\n`,
  );
  return {
    content: Buffer.from(`${parts.join('')}--x--`),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  };
}

function escaped(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text;
}
