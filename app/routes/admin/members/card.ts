import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { sendCard } from '../../../domain/members/pay.ts';
import { resource, type ActionInput } from '../../../http/actions.ts';
import { membersOnly } from '../../require-membership.server.ts';
import type { Route } from './+types/card';

export const middleware = [needs('handle members'), membersOnly];

const asked = z.strictObject({ key: z.string().min(1).max(768) });

export const action = resource({
  POST: async ({ site: { db, mailing }, actor, read }: ActionInput<Route.ActionArgs>) =>
    sendCard(db, actor, mailing, (await read(asked)).key),
});
