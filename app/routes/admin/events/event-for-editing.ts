import { needs } from '../../../auth/middleware.server.ts';
import { openEventForEditing } from '../../../domain/event-changes/editable-event.ts';
import { toJson, type ActionInput } from '../../../http/actions.ts';
import type { Route } from './+types/event-for-editing';

export const middleware = [needs('change events')];

export const loader = toJson(({ site: { db, mailing }, actor, params: { id } }: ActionInput<Route.LoaderArgs>) =>
  openEventForEditing(db, actor, id, mailing),
);
