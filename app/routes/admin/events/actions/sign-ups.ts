import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { addByOfficer } from '../../../../domain/sign-ups/by-officer.ts';
import { once, resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/sign-ups';

export const middleware = [needs('handle responses')];

const requestBody = z.strictObject({
  once,
  answers: z.record(z.string().max(128), z.unknown()),
  beyondLimit: z.boolean(),
});

export const action = resource({
  POST: async ({ site: { db, mailing }, actor, params, read }: ActionInput<Route.ActionArgs>) =>
    addByOfficer(db, actor, mailing, { ...(await read(requestBody)), eventKey: params.id }),
});
