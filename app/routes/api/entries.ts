import { Hono } from 'hono';
import { recordEntry, requireOpenForm } from '../../domain/responses/record-response.ts';
import { mailingClub } from '../../mail/mailing-club.ts';
import type { Site } from '../../site.ts';
import type { AppEnv } from '../../http/env.ts';
import { keyOf } from './answer.ts';
import type { Gate } from './gate.ts';
import { bodyUpTo, isObject, NO_STORE, objectOf, refuseWrite, unreadable } from './public-write.ts';

/**
 * `POST /api/entries/{formId}`, open to everyone: a response to an event's own form. `{ answers, token, once }`, where
 * `token` is an attestation and `once` a key made when the form was opened. Answers `{ "recorded": true }` once the
 * response is on disk, with `confirmedTo` where its sender is written to, and `signUp` `{ state, position, link }` where the
 * form asks for a person; 422 carries a message per field and the form
 * as it is now.
 */
export function entriesApp(
  { db, club, settings, counters }: Pick<Site, 'db' | 'club' | 'settings' | 'counters'>,
  gate: Gate,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.post('/api/entries/:formId', bodyUpTo(256), async (c) => {
    const { answers, token, once } = await objectOf(c);
    const formId = keyOf(c, 'formId');
    const requireForm = () => requireOpenForm(db, formId);
    let confirmedTo: string | undefined;
    let signUp: { state: string; position: number | undefined; link: string } | undefined;
    await gate.pass(c, { form: `entry:${formId}`, requireForm, token, once }, async (write) => {
      if (!isObject(answers)) throw unreadable(400, 'The answers are missing.');
      const mailing = mailingClub(club, settings.publicUrl);
      const recorded = await recordEntry(db, { formId, answers, club: mailing, ...write });
      // Nobody claims a mail that this site cannot send.
      if (settings.smtpUrl !== undefined) confirmedTo = recorded.confirmedTo;
      if (recorded.isNew) counters.signUps++;
      if (recorded.signUp) {
        const { token: linkToken, ...made } = recorded.signUp;
        signUp = { ...made, link: `/sign-ups/${linkToken}` };
      }
      return recorded.isNew;
    });
    return c.json({ recorded: true, confirmedTo, signUp }, 200, NO_STORE);
  });
  app.onError(refuseWrite);
  return app;
}
