import { needs } from '../../../../auth/middleware.server.ts';
import { messageInput } from '../../../../domain/sign-ups/message-input.ts';
import { sendTestMessage } from '../../../../domain/sign-ups/messages.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/test-message';

export const middleware = [needs('handle responses')];

const words = messageInput.omit({ to: true });

/** Sends the message only to the officer who wrote it. */
export const action = resource({
  POST: async ({ site: { db, mailing }, actor, params, read }: ActionInput<Route.ActionArgs>) =>
    sendTestMessage(db, actor, mailing, { ...(await read(words)), eventKey: params.id }),
});
