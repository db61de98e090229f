import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { sendCard } from '../../../domain/members/pay.ts';
import { resource } from '../../../http/actions.ts';
import { membersOnly } from '../../require-membership.server.ts';

export const middleware = [membersOnly, needs('handle members')];

const cardInput = z.strictObject({ key: z.string().min(1).max(768) });

export const action = resource({
  POST: async ({ site: { db, mailing }, actor, read }) => sendCard(db, actor, mailing, (await read(cardInput)).key),
});
