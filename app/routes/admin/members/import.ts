import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { importCsv } from '../../../domain/members/import-csv.ts';
import { DATE_ORDERS } from '../../../domain/members/read-csv.ts';
import { methodOf, readCommand, toActionResult } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { requireMembership } from '../../require-membership.server.ts';
import type { Route } from './+types/import';
import { MOST_CSV_BYTES } from './members-address.ts';

export const middleware = [needs('handle members')];

const count = z.int().min(0);

const asked = z.strictObject({
  text: z.string(),
  order: z.enum(DATE_ORDERS).optional(),
  expected: z.strictObject({ added: count, changed: count }),
});

export function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  requireMembership(site);
  return toActionResult(async () => {
    methodOf(request, 'POST');
    const given = await readCommand(request, asked, MOST_CSV_BYTES);
    return importCsv(site.db, context.get(actorContext), site.mailing, given);
  });
}
