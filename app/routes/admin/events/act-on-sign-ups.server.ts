import type { RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { announceAgain } from '../../../domain/announcements/view-announcements.ts';
import { checkInput } from '../../../domain/check-input.ts';
import { messageInput } from '../../../domain/sign-ups/message-input.ts';
import { sendMessage, sendTestMessage } from '../../../domain/sign-ups/messages.ts';
import {
  addByOfficer,
  cancelByOfficer,
  checkInByOfficer,
  givePlaceByOfficer,
  sendLinkByOfficer,
} from '../../../domain/sign-ups/officers.ts';
import { once, readCommand, toActionResult } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';

const key = z.string().min(1).max(768);
const beyondLimit = z.boolean();

const command = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('give a place'), key, beyondLimit }),
  z.strictObject({ verb: z.enum(['cancel', 'check in', 'undo check-in', 'send the link']), key }),
  z.strictObject({ verb: z.literal('add'), once, answers: z.record(z.string().max(128), z.unknown()), beyondLimit }),
  z.strictObject({ verb: z.literal('message'), once: z.string().min(8).max(128), input: z.unknown() }),
  z.strictObject({ verb: z.literal('test'), input: z.unknown() }),
  z.strictObject({ verb: z.literal('announce again'), key }),
]);

/** What officers do on an event's screen in the admin area; `said` tells what came of it. */
export function actOnSignUps(request: Request, context: Readonly<RouterContextProvider>, eventKey: string) {
  const { db, mailing: club } = context.get(siteContext);
  const actor = context.get(actorContext);
  return toActionResult<{ said: string }>(async () => {
    const asked = await readCommand(request, command);
    if (asked.verb === 'add') {
      const { name, position } = await addByOfficer(db, actor, club, { ...asked, eventKey });
      const place = position === null ? 'has a place' : `is number ${position.toLocaleString('en')} on the waitlist`;
      return { said: `‘${name}’ ${place}.` };
    }
    if (asked.verb === 'message') {
      const input = checkInput(messageInput, asked.input);
      const idempotencyKey = asked.once;
      const { recipients } = await sendMessage(db, actor, club, { ...input, eventKey, idempotencyKey });
      return {
        said: `Your message goes to ${recipients.toLocaleString('en')} ${recipients === 1 ? 'person' : 'people'}.`,
      };
    }
    if (asked.verb === 'test') {
      const input = checkInput(messageInput.omit({ to: true }), asked.input);
      const { recipient } = await sendTestMessage(db, actor, club, { ...input, eventKey });
      return { said: `A test goes to ${recipient}.` };
    }
    if (asked.verb === 'announce again') return announceAgain(db, actor, { eventKey, key: asked.key });
    const which = { eventKey, key: asked.key };
    if (asked.verb === 'give a place') return givePlaceByOfficer(db, actor, club, { ...asked, eventKey });
    if (asked.verb === 'cancel') return cancelByOfficer(db, actor, club, which);
    if (asked.verb === 'send the link') return sendLinkByOfficer(db, actor, club, which);
    return checkInByOfficer(db, actor, club, { ...which, at: asked.verb === 'check in' ? Date.now() : null });
  });
}
