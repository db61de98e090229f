import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { markAsPaid, undoPayments } from '../../../domain/members/pay.ts';
import { resource } from '../../../http/actions.ts';
import { membersOnly } from '../../require-membership.server.ts';

export const middleware = [membersOnly, needs('handle members')];

const seen = { key: z.string().min(1).max(768), version: z.int().min(0) };

const markInput = z.strictObject({ seen: z.array(z.strictObject(seen)).min(1).max(5000), input: z.unknown() });
const undoInput = z.strictObject({
  noted: z
    .array(z.strictObject({ ...seen, at: z.int().min(0) }))
    .min(1)
    .max(5000),
});

export const action = resource({
  async POST({ site: { db, mailing }, actor, read }) {
    const command = await read(markInput);
    return markAsPaid(db, actor, mailing, command.seen, command.input);
  },
  DELETE: async ({ site, actor, read }) => undoPayments(site.db, actor, (await read(undoInput)).noted),
});
