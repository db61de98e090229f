import { redirect } from 'react-router';
import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { markAsPaid, undoPayment } from '../../../domain/members/pay.ts';
import { readCommand, toActionResult } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { mailingClub } from '../../../mail/mailing-club.ts';
import { requireMembership } from '../../require-membership.server.ts';
import type { Route } from './+types/payments';
import { MEMBERS_ADDRESS } from './members-address.ts';

export const middleware = [needs('handle members')];

export function loader() {
  return redirect(MEMBERS_ADDRESS);
}

const seen = { key: z.string().min(1).max(768), version: z.int().min(0) };

const command = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('mark'), seen: z.array(z.strictObject(seen)).min(1).max(5000), input: z.unknown() }),
  z.strictObject({ verb: z.literal('undo'), ...seen, at: z.int().min(0) }),
]);

export function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  requireMembership(site);
  const actor = context.get(actorContext);
  return toActionResult<{ version: number; payments?: number }>(async () => {
    const asked = await readCommand(request, command);
    if (asked.verb === 'undo') return undoPayment(site.db, actor, asked);
    const mailing = mailingClub(site.club, site.settings.publicUrl);
    return markAsPaid(site.db, actor, mailing, asked.seen, asked.input);
  });
}
