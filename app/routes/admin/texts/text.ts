import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { changeText } from '../../../domain/texts.ts';
import { resource, type ActionInput } from '../../../http/actions.ts';
import type { Route } from './+types/text';

export const middleware = [needs('change content')];

const version = z.int().min(0);
const saved = z.strictObject({ version, input: z.strictObject({ text: z.string('must be a text') }) });
const removed = z.strictObject({ version });

/** Without `text`, the place goes back to the file's text. */
async function change(
  { site: { db, texts }, actor, params: { path } }: ActionInput<Route.ActionArgs>,
  to: { version: number; text: string | null },
) {
  return changeText(db, actor, texts.file, { path, ...to });
}

export const action = resource({
  async POST(input: ActionInput<Route.ActionArgs>) {
    const { version, input: to } = await input.read(saved);
    return change(input, { version, ...to });
  },
  DELETE: async (input: ActionInput<Route.ActionArgs>) => change(input, { ...(await input.read(removed)), text: null }),
});
