import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { previewCsv } from '../../../domain/members/import-csv.ts';
import { answersInput } from '../../../domain/members/csv-headings.ts';
import { resource } from '../../../http/actions.ts';
import { membersOnly } from '../../require-membership.server.ts';
import { MOST_CSV_BYTES } from './members-address.ts';

export const middleware = [membersOnly, needs('handle members')];

const previewInput = z.strictObject({ text: z.string(), ...answersInput });

export const action = resource({
  POST: async ({ site: { db, mailing }, actor, read }) =>
    previewCsv(db, actor, mailing, await read(previewInput, MOST_CSV_BYTES)),
});
