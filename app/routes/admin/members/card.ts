import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { sendCard } from '../../../domain/members/pay.ts';
import { methodOf, readCommand, toActionResult } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { requireMembership } from '../../require-membership.server.ts';
import type { Route } from './+types/card';

export const middleware = [needs('handle members')];

const asked = z.strictObject({ key: z.string().min(1).max(768) });

export function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  requireMembership(site);
  return toActionResult(async () => {
    methodOf(request, 'POST');
    const { key } = await readCommand(request, asked);
    return sendCard(site.db, context.get(actorContext), site.mailing, key);
  });
}
