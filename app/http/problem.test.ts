import { expect, test } from 'vitest';
import { NotAllowed, NotFound, Rejected, Stale, TooLarge } from '../domain/errors.ts';
import { SentBefore } from '../domain/idempotency.ts';
import { StorageFull, StorageUnavailable } from '../storage/storage.server.ts';
import { isOfKind, readProblem } from '../problem.ts';
import { problem, problemResponse, toProblem } from './problem.ts';

test.each([
  [new NotFound('There is no such event.'), 404],
  [new NotAllowed('Sign in first.', false), 401],
  [new NotAllowed('Only admins may.', true), 403],
  [new TooLarge('Too long.'), 413],
  [new Rejected('Wrong.', { name: 'Missing' }), 422],
  [new Stale({ version: 3 }), 409],
  [new SentBefore('Sent before.'), 409],
  [new StorageUnavailable('gone'), 503],
  [new StorageFull('full'), 507],
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 503],
  [Object.assign(new Error('disk'), { errcode: 13 }), 507],
])('%s is said with status %i', (error, status) => {
  const found = toProblem(error);
  expect(found).toMatchObject({ status, detail: found?.error, title: expect.stringMatching(/^[A-Z]/) });
});

test('a fault of ours is no problem of whoever asked', () => {
  expect([toProblem(new TypeError('x is undefined')), toProblem('text')]).toEqual([undefined, undefined]);
});

test('a problem arrives as it was sent', async () => {
  const sent = problem(409, 'Someone else has saved this in the meantime.', {
    current: { version: 3 },
    fields: { name: 'Taken' },
  });
  const answer = problemResponse(sent);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(readProblem(await answer.json(), answer.status, 'Failed.')).toEqual(sent);
  const kind = toProblem(new SentBefore('Sent before.'));
  expect(kind && [isOfKind(kind, 'sent-before'), isOfKind(kind, 'attestation')]).toEqual([true, false]);
});

test('an answer that says nothing is said in the words of whoever asked', () => {
  const found = readProblem('<html>', 502, 'The site cannot be reached.');
  expect(found).toMatchObject({ type: 'about:blank', status: 502, detail: 'The site cannot be reached.', fields: {} });
});
