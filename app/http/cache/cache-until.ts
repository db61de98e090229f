import type { Context } from 'hono';
import type { AppEnv } from '../env.ts';
import type { CachePolicy } from '../context.server.ts';

/** Lets the page cache keep the answer of a Hono handler for everyone until one of the topics changes. */
export function keep(c: Context<AppEnv>, kept: CachePolicy): void {
  if (c.env.answer) c.env.answer.kept = kept;
}
