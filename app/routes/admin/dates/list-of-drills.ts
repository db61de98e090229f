import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { noteDrill } from '../../../domain/drills/drills.ts';
import { resource, type ActionInput } from '../../../http/actions.ts';
import type { Route } from './+types/list-of-drills';

export const middleware = [needs('manage the club')];

const command = z.strictObject({ code: z.string('must be a text').max(100, 'A code has eight letters and digits') });

export const action = resource({
  POST: async ({ site: { db }, actor, read }: ActionInput<Route.ActionArgs>) =>
    noteDrill(db, actor, (await read(command)).code),
});
