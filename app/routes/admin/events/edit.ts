import { needs } from '../../../auth/middleware.server.ts';
import { openEventForEditing } from '../../../domain/event-changes/editable-event.ts';
import { openedResponse } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import type { Route } from './+types/edit';

export const middleware = [needs('change events')];

export function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { db, clock } = context.get(siteContext);
  return openedResponse(() => openEventForEditing(db, context.get(actorContext), id, clock.timeZone));
}
