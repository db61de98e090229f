import { redirect } from 'react-router';
import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { sendCard } from '../../../domain/members/pay.ts';
import { readCommand, toActionResult } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { mailingClub } from '../../../mail/mailing-club.ts';
import { requireMembership } from '../../require-membership.server.ts';
import type { Route } from './+types/card';
import { MEMBERS_ADDRESS } from './members-address.ts';

export const middleware = [needs('handle members')];

export function loader() {
  return redirect(MEMBERS_ADDRESS);
}

const command = z.strictObject({ key: z.string().min(1).max(768) });

export function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  requireMembership(site);
  return toActionResult(async () => {
    const { key } = await readCommand(request, command);
    const mailing = mailingClub(site.club, site.settings.publicUrl);
    await sendCard(site.db, context.get(actorContext), mailing, key);
  });
}
