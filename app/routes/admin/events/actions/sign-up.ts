import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import {
  cancelByOfficer,
  changeAnswersByOfficer,
  openAnswersForEditing,
} from '../../../../domain/sign-ups/by-officer.ts';
import { resource, toJson, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/sign-up';

export const middleware = [needs('handle responses')];

const requestBody = z.strictObject({ answers: z.record(z.string().max(128), z.unknown()) });

export const loader = toJson(
  ({ site: { db, clock }, actor, params: { id: eventKey, key } }: ActionInput<Route.LoaderArgs>) =>
    openAnswersForEditing(db, actor, { eventKey, key }, clock.timeZone),
);

export const action = resource({
  async POST({ site: { db, mailing }, actor, params: { id: eventKey, key }, read }: ActionInput<Route.ActionArgs>) {
    const { answers } = await read(requestBody);
    return changeAnswersByOfficer(db, actor, mailing, { eventKey, key, answers });
  },
  DELETE: async ({ site: { db, mailing }, actor, params: { id: eventKey, key } }: ActionInput<Route.ActionArgs>) =>
    cancelByOfficer(db, actor, mailing, { eventKey, key }),
});
