import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Site } from '../../site.ts';
import type { AppEnv } from '../../http/env.ts';
import { storable } from '../../domain/plain-text.ts';
import { recordEntry, requireOpenForm, recordSubmission } from '../../domain/responses/record-response.ts';
import { readFirstHalf } from '../../domain/sign-ups/draw/tickets.ts';
import type { ClubForm } from '../../domain/forms/club-form.ts';
import { listReceivedForms } from '../../domain/forms/club-forms.ts';
import { problem, problemHeaders, problemResponse } from '../../http/problem.ts';
import {
  createGate,
  bodyUpTo,
  NO_STORE,
  objectOf,
  refuseWrite,
  isObject,
  unreadable,
  bodyOf,
  writeProblem,
  type Gate,
} from './form-gate.ts';
import { keyOf } from './answer.ts';

export function publicWritesApp(site: Site): Hono<AppEnv> {
  const gate = createGate(site);
  const app = new Hono<AppEnv>();
  for (const addresses of [attestApp(gate), entriesApp(site, gate), formReceiverApp(site, gate)]) {
    app.route('/', addresses);
  }
  return app;
}

/** `POST /api/attest/token` takes `{ challenge, solution }` and gives `{ token, expiresIn }` (seconds) or 403. */
function attestApp({ attestation, networkOf }: Gate): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/api/attest/challenge', async (c) => c.json(await attestation.challenge(networkOf(c)), 200, NO_STORE));
  app.post('/api/attest/token', bodyUpTo(16), async (c) =>
    c.json(await attestation.exchange(await objectOf(c)), 200, NO_STORE),
  );
  app.onError(refuseWrite);
  return app;
}

/**
 * `POST /api/entries/{formId}`, open to everyone: `{ answers, token, once, ticket }`, `token` an attestation, `once` a key made
 * when the form was opened, and `ticket` the sender's half of a ticket, should places be drawn; without it the server chooses all. `{ "recorded": true }` once it is on disk; 422 has a message per field and the form as it is.
 */
function entriesApp(site: Receiver, gate: Gate): Hono<AppEnv> {
  const { db, settings, counters } = site;
  const app = new Hono<AppEnv>();
  app.post('/api/entries/:formId', bodyUpTo(256), async (c) => {
    const { answers, token, once, ticket } = await objectOf(c);
    const formId = keyOf(c, 'formId');
    const requireForm = () => requireOpenForm(db, formId);
    let confirmedTo: string | undefined;
    let signUp: { state: string; position?: number | undefined; link?: string } | undefined;
    await gate.pass(c, { form: `entry:${formId}`, requireForm, token, once }, async (write) => {
      if (!isObject(answers)) throw unreadable(400, 'The answers are missing.');
      const recorded = await recordEntry(db, {
        formId,
        answers,
        firstHalf: readFirstHalf(ticket),
        club: site.mailing,
        ...write,
      });
      // Without SMTP this site sends no mail, so none is promised.
      if (settings.smtpUrl !== undefined) confirmedTo = recorded.confirmedTo;
      if (recorded.isNew) counters.signUps++;
      if (recorded.signUp) {
        const { token: linkToken, ...made } = recorded.signUp;
        signUp = linkToken === undefined ? made : { ...made, link: `/sign-ups/${linkToken}` };
      }
      return recorded.isNew;
    });
    return c.json({ recorded: true, confirmedTo, signUp }, 200, NO_STORE);
  });
  app.onError(refuseWrite);
  return app;
}

type Call = Context<AppEnv>;
type Receiver = Pick<Site, 'db' | 'club' | 'mailing' | 'settings' | 'counters'>;

/**
 * `POST /forms/d/e/{formId}/formResponse`, urlencoded as a native form posts it, each field under its entry identifier.
 * Headers `x-attestation` (required) and `idempotency-key`. `{ "recorded": true }` once the submission is on disk.
 */
function formReceiverApp(site: Receiver, gate: Gate): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const path of ['/forms/d/e/:formId/formResponse', '/forms/d/:formId/formResponse']) {
    app.post(path, bodyUpTo(256), async (c) => {
      await receive(c, site, gate);
      return isForPrograms(c)
        ? c.json({ recorded: true }, 200, NO_STORE)
        : page('Your response has been recorded.', 200, NO_STORE);
    });
    app.all(path, () => problemResponse(problem(405, 'Forms are posted here.'), { allow: 'POST' }));
  }
  app.onError((error, c) => {
    const refused = writeProblem(error);
    return isForPrograms(c) ? problemResponse(refused) : page(refused.detail, refused.status, problemHeaders(refused));
  });
  return app;
}

async function receive(c: Call, { db, club, mailing, counters }: Receiver, gate: Gate): Promise<void> {
  const form = listReceivedForms(club).find(({ id }) => club.forms[id].action === c.req.path);
  if (!form) throw unreadable(404, 'There is no such form.');
  const body = await bodyOf(c, 'application/x-www-form-urlencoded');
  const token = c.req.header('x-attestation');
  await gate.pass(c, { form: form.id, token, once: c.req.header('idempotency-key') }, async (write) => {
    const answers = answersIn(form, club.forms[form.id].fields, new URLSearchParams(body));
    const isNew = await recordSubmission(db, {
      form,
      answers,
      club: mailing,
      hasMembers: club.membership !== undefined,
      ...write,
    });
    if (isNew) counters.submissions++;
    return isNew;
  });
}

function answersIn(
  { fields }: ClubForm,
  entries: Record<string, string>,
  sent: URLSearchParams,
): Record<string, string> {
  const names = new Map(fields.map(({ name }) => [entries[name], name]));
  const values: Record<string, string> = {};
  for (const [entry, value] of sent) {
    const name = names.get(entry);
    if (name === undefined) throw unreadable(400, 'The form does not ask all of this.');
    if (Object.hasOwn(values, name)) throw unreadable(400, 'A field was sent twice.');
    values[name] = storable(value.replaceAll('\r\n', '\n'));
  }
  return values;
}

function isForPrograms(c: Call): boolean {
  return c.req.header('accept')?.includes('application/json') ?? false;
}

async function page(text: string, status: number, headers: Record<string, string>): Promise<Response> {
  const content = await html`<!doctype html>
    <html lang="en">
      <title>${text}</title>
      <p>${text}</p>
    </html>`;
  return new Response(content, { status, headers: { ...headers, 'content-type': 'text/html; charset=UTF-8' } });
}
