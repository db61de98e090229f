import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { settleRefunds } from '../../../../domain/sign-ups/payments/mark.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/refunds';

export const middleware = [needs('handle payments')];

const requestBody = z.strictObject({
  keys: z.array(z.string().min(1).max(768)).min(1).max(5000),
  as: z.enum(['refunded', 'kept']),
});

/** Notes that a refund was paid, or that the club keeps the money. */
export const action = resource({
  POST: async ({ site: { db, mailing }, actor, params: { id: eventKey }, read }: ActionInput<Route.ActionArgs>) =>
    settleRefunds(db, actor, mailing, { eventKey, ...(await read(requestBody)) }),
});
