import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { importCsv } from '../../../domain/members/import-csv.ts';
import { answersInput } from '../../../domain/members/csv-headings.ts';
import { resource } from '../../../http/actions.ts';
import { membersOnly } from '../../require-membership.server.ts';
import { MOST_CSV_BYTES } from './members-address.ts';

export const middleware = [membersOnly, needs('handle members')];

const count = z.int().min(0);

const importInput = z.strictObject({
  text: z.string(),
  ...answersInput,
  expected: z.strictObject({ added: count, changed: count }),
});

export const action = resource({
  POST: async ({ site: { db, mailing }, actor, read }) =>
    importCsv(db, actor, mailing, await read(importInput, MOST_CSV_BYTES)),
});
