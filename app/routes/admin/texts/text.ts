import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { changeText } from '../../../domain/texts.ts';
import { methodOf, readCommand, toActionResult } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import type { Route } from './+types/text';

export const middleware = [needs('change content')];

const version = z.int().min(0);
const saved = z.strictObject({ version, input: z.strictObject({ text: z.string('must be a text') }) });
const removed = z.strictObject({ version });

/** Without a text of its own a place has the file's. */
export function action({ request, context, params: { path } }: Route.ActionArgs) {
  const { db, texts } = context.get(siteContext);
  const change = (to: { version: number; text: string | null }) =>
    changeText(db, context.get(actorContext), texts.file, { path, ...to });
  return toActionResult(async () => {
    if (methodOf(request, 'POST', 'DELETE') === 'DELETE')
      return change({ ...(await readCommand(request, removed)), text: null });
    const { input, ...to } = await readCommand(request, saved);
    return change({ ...to, ...input });
  });
}
