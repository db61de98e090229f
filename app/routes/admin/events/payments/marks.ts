import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { PAYMENT_STEPS } from '../../../../domain/sign-ups/payments/bill.ts';
import { markPaid, undoPayments } from '../../../../domain/sign-ups/payments/mark.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/marks';

export const middleware = [needs('handle payments')];

const keys = z.array(z.string().min(1).max(768)).min(1).max(5000);
const postBody = z.strictObject({ keys, input: z.unknown() });
const deleteBody = z.strictObject({ keys, of: z.enum(PAYMENT_STEPS).optional() });

export const action = resource({
  POST: async ({ site: { db, mailing }, actor, params: { id: eventKey }, read }: ActionInput<Route.ActionArgs>) =>
    markPaid(db, actor, mailing, { eventKey, ...(await read(postBody)) }),
  DELETE: async ({ site: { db, mailing }, actor, params: { id: eventKey }, read }: ActionInput<Route.ActionArgs>) =>
    undoPayments(db, actor, mailing, { eventKey, ...(await read(deleteBody)) }),
});
