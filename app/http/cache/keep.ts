import type { Context } from 'hono';
import type { Handed } from '../server.ts';
import type { Kept } from '../context.server.ts';

/** Lets the page cache keep the answer of a Hono handler for everyone until one of the topics changes. */
export function keep(c: Context<Handed>, kept: Kept): void {
  if (c.env.answer) c.env.answer.kept = kept;
}
