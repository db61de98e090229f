import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { givePlaceByOfficer } from '../../../../domain/sign-ups/by-officer.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/give-place';

export const middleware = [needs('handle responses')];

const requestBody = z.strictObject({ beyondLimit: z.boolean() });

export const action = resource({
  POST: async ({ site: { db, mailing }, actor, params: { id: eventKey, key }, read }: ActionInput<Route.ActionArgs>) =>
    givePlaceByOfficer(db, actor, mailing, { ...(await read(requestBody)), eventKey, key }),
});
