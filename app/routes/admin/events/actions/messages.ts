import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { checkInput } from '../../../../domain/check-input.ts';
import { messageInput } from '../../../../domain/sign-ups/message-input.ts';
import { sendMessage } from '../../../../domain/sign-ups/messages.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/messages';

export const middleware = [needs('handle responses')];

const requestBody = z.strictObject({ once: z.string().min(8).max(128), input: z.unknown() });

export const action = resource({
  async POST({ site: { db, mailing }, actor, params: { id: eventKey }, read }: ActionInput<Route.ActionArgs>) {
    const { once: idempotencyKey, input } = await read(requestBody);
    return sendMessage(db, actor, mailing, { ...checkInput(messageInput, input), eventKey, idempotencyKey });
  },
});
