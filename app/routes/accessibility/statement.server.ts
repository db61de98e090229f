import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { codePath } from '../../code-folder.ts';
import { loadOnce } from '../../limits/load-once.ts';

/** What `npm run test:long` found (scripts/accessibility.mjs writes it). */
const statement = z.object({
  /** 'YYYY-MM-DD' */
  testedOn: z.string(),
  release: z.string(),
  engines: z.array(z.string()),
  /** CSS pixels. */
  widths: z.array(z.number()),
  themes: z.array(z.string()),
  rules: z.object({ tool: z.string(), count: z.number(), sets: z.array(z.string()) }),
  screens: z.array(z.string()),
  shortfalls: z.array(z.object({ screen: z.string(), what: z.string() })),
});

export const readStatement = loadOnce(async () =>
  statement.parse(JSON.parse(await readFile(codePath('content/accessibility.json'), 'utf8'))),
);
