import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { cancelEvent, resumeEvent } from '../../../../domain/event-changes/cancel-event.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/cancellation';

export const middleware = [needs('change events')];

const version = z.int().min(0);
const postBody = z.strictObject({ version, input: z.unknown() });
const deleteBody = z.strictObject({ version });

export const action = resource({
  POST: async ({ site: { db, mailing }, actor, params, read }: ActionInput<Route.ActionArgs>) =>
    cancelEvent(db, actor, { key: params.id, ...(await read(postBody)) }, mailing),
  DELETE: async ({ site: { db, mailing }, actor, params, read }: ActionInput<Route.ActionArgs>) =>
    resumeEvent(db, actor, { key: params.id, ...(await read(deleteBody)) }, mailing),
});
