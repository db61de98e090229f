import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { previewCsv } from '../../../domain/members/import-csv.ts';
import { DATE_ORDERS } from '../../../domain/members/read-csv.ts';
import { resource } from '../../../http/actions.ts';
import { membersOnly } from '../../require-membership.server.ts';
import { MOST_CSV_BYTES } from './members-address.ts';

export const middleware = [needs('handle members'), membersOnly];

const asked = z.strictObject({ text: z.string(), order: z.enum(DATE_ORDERS).optional() });

/** What an import of this file would do. */
export const action = resource({
  POST: async ({ site: { db, mailing }, actor, read }) =>
    previewCsv(db, actor, mailing, await read(asked, MOST_CSV_BYTES)),
});
