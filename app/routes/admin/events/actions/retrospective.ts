import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { saveRetrospective } from '../../../../domain/event-changes/save-retrospective.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/retrospective';

export const middleware = [needs('change events')];

const requestBody = z.strictObject({ version: z.int().min(0), input: z.unknown() });

export const action = resource({
  POST: async ({ site: { db, mailing }, actor, params, read }: ActionInput<Route.ActionArgs>) =>
    saveRetrospective(db, actor, { key: params.id, ...(await read(requestBody)) }, mailing),
});
