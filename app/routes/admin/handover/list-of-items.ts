import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { addItem, removeItem, tickItem, updateItem } from '../../../domain/handover/items.ts';
import { addCommand, updateCommand, toAction } from '../../../http/actions.ts';

export const middleware = [needs('manage the club')];

const key = z.string().min(1).max(768);

const command = z.discriminatedUnion('verb', [
  addCommand,
  updateCommand,
  z.strictObject({ verb: z.literal('tick'), key, isDone: z.boolean() }),
  z.strictObject({ verb: z.literal('remove'), key }),
]);

export const action = toAction(async ({ site: { db }, actor, read }) => {
  const sent = await read(command);
  if (sent.verb === 'add') return addItem(db, actor, sent.input, sent);
  if (sent.verb === 'update') return updateItem(db, actor, sent);
  if (sent.verb === 'tick') return tickItem(db, actor, sent.key, sent.isDone);
  return removeItem(db, actor, sent.key);
});
