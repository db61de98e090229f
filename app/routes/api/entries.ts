import { Hono } from 'hono';
import { recordEntry, requireOpenForm } from '../../domain/responses/record-response.ts';
import { mailingClub } from '../../mail/mailing-club.ts';
import type { Site } from '../../site.ts';
import type { AppEnv } from '../../http/env.ts';
import { keyOf } from './answer.ts';
import type { Gate } from './form-gate.ts';
import { bodyUpTo, isObject, NO_STORE, objectOf, refuseWrite, unreadable } from './read-form-body.ts';

/**
 * `POST /api/entries/{formId}`, open to everyone: `{ answers, token, once }`, `token` an attestation and `once` a key made
 * when the form was opened. `{ "recorded": true }` once it is on disk; 422 has a message per field and the form as it is.
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
