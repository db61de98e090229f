import { redirect } from 'react-router';
import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { personalDataFile } from '../../../domain/personal-data/personal-data-file.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { attachmentResponse } from '../../../http/headers/attachment.ts';
import { readCommand } from '../../../http/actions.ts';
import { problemResponse, toProblem } from '../../../http/problem.ts';
import { CACHE_CONTROL } from '../../../http/headers/cache-control.ts';
import type { Route } from './+types/file';

export const middleware = [needs('manage the club')];

export function loader() {
  return redirect('/admin/personal-data');
}

const asked = z.strictObject({ email: z.string().max(1000) });

/** Returns everything about one email address as a file. It is a POST, because URLs are logged and remembered. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, club, clock } = context.get(siteContext);
  try {
    const { email } = await readCommand(request, asked);
    const looking = { email, club: club.club };
    const file = await personalDataFile(db, context.get(actorContext), looking, clock);
    return attachmentResponse(file, 'application/json');
  } catch (error) {
    const problem = toProblem(error);
    if (!problem) throw error;
    return problemResponse(problem, { 'cache-control': CACHE_CONTROL.private });
  }
}
