import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { saveNotice } from '../../../domain/notice/save-notice.ts';
import { resource } from '../../../http/actions.ts';

export const middleware = [needs('change content')];

const saved = z.strictObject({ version: z.int().min(0), input: z.unknown() });

export const action = resource({
  POST: async ({ site: { db, clock }, actor, read }) => saveNotice(db, actor, clock.timeZone, await read(saved)),
});
