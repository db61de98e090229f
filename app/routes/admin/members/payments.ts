import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { markAsPaid, undoPayment } from '../../../domain/members/pay.ts';
import { methodOf, readCommand, toActionResult } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { requireMembership } from '../../require-membership.server.ts';
import type { Route } from './+types/payments';

export const middleware = [needs('handle members')];

const seen = { key: z.string().min(1).max(768), version: z.int().min(0) };

const made = z.strictObject({ seen: z.array(z.strictObject(seen)).min(1).max(5000), input: z.unknown() });
const takenBack = z.strictObject({ ...seen, at: z.int().min(0) });

export function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  requireMembership(site);
  const { db, mailing } = site;
  const actor = context.get(actorContext);
  return toActionResult(async () => {
    if (methodOf(request, 'POST', 'DELETE') === 'DELETE')
      return undoPayment(db, actor, await readCommand(request, takenBack));
    const marked = await readCommand(request, made);
    return markAsPaid(db, actor, mailing, marked.seen, marked.input);
  });
}
