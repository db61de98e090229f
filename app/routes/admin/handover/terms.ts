import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { endTerms } from '../../../domain/handover/handover.ts';
import { resource } from '../../../http/actions.ts';
import { formatTableDate } from '../../../time/club-time.ts';

export const middleware = [needs('manage the club')];

const ended = z.strictObject({ keys: z.array(z.string().min(1).max(768)).min(1).max(5000) });

export const action = resource({
  async DELETE({ site: { db, clock }, actor, read }) {
    const { keys } = await read(ended);
    const thisMonth = formatTableDate(Date.now(), clock).slice(0, 7);
    return { names: await endTerms(db, actor, keys, thisMonth) };
  },
});
