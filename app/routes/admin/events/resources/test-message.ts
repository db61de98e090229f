import { needs } from '../../../../auth/middleware.server.ts';
import { messageInput } from '../../../../domain/sign-ups/message-input.ts';
import { sendTestMessage } from '../../../../domain/sign-ups/messages.ts';
import { methodOf, readCommand, toActionResult } from '../../../../http/actions.ts';
import { actorContext, siteContext } from '../../../../http/context.server.ts';
import type { Route } from './+types/test-message';

export const middleware = [needs('handle responses')];

const words = messageInput.omit({ to: true });

/** Goes to who wrote it alone. */
export function action({ request, context, params: { id: eventKey } }: Route.ActionArgs) {
  const { db, mailing } = context.get(siteContext);
  return toActionResult(async () => {
    methodOf(request, 'POST');
    const sent = await readCommand(request, words);
    return sendTestMessage(db, context.get(actorContext), mailing, { ...sent, eventKey });
  });
}
