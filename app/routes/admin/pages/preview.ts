import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { LONGEST_TEXT } from '../../../domain/pages/page.ts';
import { readCommand } from '../../../http/actions.ts';
import { siteContext } from '../../../http/context.server.ts';
import { problemResponse, toProblem } from '../../../http/problem.ts';
import { renderPage } from '../../page/render-page.server.ts';
import type { Route } from './+types/preview';

export const middleware = [needs('change content')];

const command = z.strictObject({ text: z.string().max(LONGEST_TEXT) });

/** What a text will look like, before it is saved. */
export async function action({ request, context }: Route.ActionArgs) {
  const headers = { 'cache-control': 'no-store' };
  try {
    const { text } = await readCommand(request, command);
    const { html } = await renderPage(context.get(siteContext), text);
    return Response.json({ html }, { headers });
  } catch (error) {
    const problem = toProblem(error);
    if (!problem) throw error;
    return problemResponse(problem);
  }
}
