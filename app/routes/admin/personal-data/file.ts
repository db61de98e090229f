import { redirect } from 'react-router';
import { z } from 'zod';
import { personalDataFile } from '../../../domain/personal-data/personal-data-file.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { readCommand } from '../../../http/read-command.ts';
import { problemResponse, toProblem } from '../../../http/problem.ts';
import type { Route } from './+types/file';

export function loader() {
  return redirect('/admin/personal-data');
}

const asked = z.strictObject({ email: z.string().max(1000) });

/** Everything about one e-mail address as a file. Posted, since an address of the site would be logged and remembered. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, club, clock } = context.get(siteContext);
  const cache = { 'cache-control': 'private, no-store' };
  try {
    const { email } = await readCommand(request, asked);
    const looking = { email, club: club.club };
    const { name, content } = await personalDataFile(db, context.get(actorContext), looking, clock);
    const disposition = `attachment; filename="personal-data.json"; filename*=UTF-8''${encodeURIComponent(name)}`;
    return new Response(content, {
      headers: { ...cache, 'content-type': 'application/json; charset=utf-8', 'content-disposition': disposition },
    });
  } catch (error) {
    const problem = toProblem(error);
    if (!problem) throw error;
    return problemResponse(problem, cache);
  }
}
