import { needs } from '../../../../auth/middleware.server.ts';
import { shortLinkOf } from '../../../../domain/links/change.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/short-link';

export const middleware = [needs('change content')];

export const action = resource({
  POST: ({ site: { db }, actor, params: { id } }: ActionInput<Route.ActionArgs>) => shortLinkOf(db, actor, id),
});
