import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { saveNotice } from '../../../domain/notice/save-notice.ts';
import { resource, type ActionInput } from '../../../http/actions.ts';
import type { Route } from './+types/notice';

export const middleware = [needs('change content')];

const saved = z.strictObject({ version: z.int().min(0), input: z.unknown() });

export const action = resource({
  POST: async ({ site: { db, clock }, actor, read }: ActionInput<Route.ActionArgs>) =>
    saveNotice(db, actor, clock.timeZone, await read(saved)),
});
