import { needs } from '../../../auth/middleware.server.ts';
import { openEventForEditing } from '../../../domain/event-changes/editable-event.ts';
import { toJson, type ActionInput } from '../../../http/actions.ts';
import type { Route } from './+types/edit';

export const middleware = [needs('change events')];

export const loader = toJson(({ site: { db, clock, club }, actor, params: { id } }: ActionInput<Route.LoaderArgs>) =>
  openEventForEditing(db, actor, id, clock.timeZone, club.club.currency),
);
