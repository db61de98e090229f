import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { matchStatement, MOST_STATEMENT_CHARACTERS } from '../../../../domain/sign-ups/payments/match.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/matches';

export const middleware = [needs('handle payments')];

const requestBody = z.strictObject({ text: z.string() });

/** Finds the people whose references are in the pasted text. It marks nobody, and stores nothing. */
export const action = resource({
  POST: async ({ site: { db, mailing }, actor, params: { id: eventKey }, read }: ActionInput<Route.ActionArgs>) =>
    matchStatement(db, actor, mailing, { eventKey, ...(await read(requestBody, 3 * MOST_STATEMENT_CHARACTERS)) }),
});
