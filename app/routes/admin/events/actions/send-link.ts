import { needs } from '../../../../auth/middleware.server.ts';
import { sendLinkByOfficer } from '../../../../domain/sign-ups/by-officer.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/send-link';

export const middleware = [needs('handle responses')];

export const action = resource({
  POST: async ({ site: { db, mailing }, actor, params: { id: eventKey, key } }: ActionInput<Route.ActionArgs>) =>
    sendLinkByOfficer(db, actor, mailing, { eventKey, key }),
});
