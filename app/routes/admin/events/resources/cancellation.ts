import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { cancelEvent, resumeEvent } from '../../../../domain/event-changes/cancel-event.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/cancellation';

export const middleware = [needs('change events')];

const version = z.int().min(0);
const made = z.strictObject({ version, input: z.unknown() });
const takenBack = z.strictObject({ version });

export const action = resource({
  POST: async ({ site: { db, mailing }, actor, params, read }: ActionInput<Route.ActionArgs>) =>
    cancelEvent(db, actor, { key: params.id, ...(await read(made)) }, mailing),
  DELETE: async ({ site: { db, mailing }, actor, params, read }: ActionInput<Route.ActionArgs>) =>
    resumeEvent(db, actor, { key: params.id, ...(await read(takenBack)) }, mailing),
});
