import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { saveNotice } from '../../../domain/notice/save-notice.ts';
import { methodOf, readCommand, toActionResult } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import type { Route } from './+types/notice';

export const middleware = [needs('change content')];

const saved = z.strictObject({ version: z.int().min(0), input: z.unknown() });

export function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(siteContext);
  return toActionResult(async () => {
    methodOf(request, 'POST');
    const { version, input } = await readCommand(request, saved);
    return saveNotice(db, context.get(actorContext), clock.timeZone, { version, input });
  });
}
