import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { checkInput } from '../../../../domain/check-input.ts';
import { messageInput } from '../../../../domain/sign-ups/message-input.ts';
import { sendMessage } from '../../../../domain/sign-ups/messages.ts';
import { methodOf, readCommand, toActionResult } from '../../../../http/actions.ts';
import { actorContext, siteContext } from '../../../../http/context.server.ts';
import type { Route } from './+types/messages';

export const middleware = [needs('handle responses')];

const written = z.strictObject({ once: z.string().min(8).max(128), input: z.unknown() });

export function action({ request, context, params: { id: eventKey } }: Route.ActionArgs) {
  const { db, mailing } = context.get(siteContext);
  return toActionResult(async () => {
    methodOf(request, 'POST');
    const { once: idempotencyKey, input } = await readCommand(request, written);
    const message = { ...checkInput(messageInput, input), eventKey, idempotencyKey };
    return sendMessage(db, context.get(actorContext), mailing, message);
  });
}
