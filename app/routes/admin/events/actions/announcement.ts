import { needs } from '../../../../auth/middleware.server.ts';
import { announceAgain } from '../../../../domain/announcements/view-announcements.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/announcement';

export const middleware = [needs('change events')];

/** Sends the announcement again. */
export const action = resource({
  POST: async ({ site, actor, params: { id, key } }: ActionInput<Route.ActionArgs>) =>
    announceAgain(site.db, actor, { eventKey: id, key }),
});
