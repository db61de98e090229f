import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { mailingClub } from '../../mail/mailing-club.ts';
import { listReceivedForms, type ClubForm } from '../../domain/responses/club-forms.ts';
import { recordSubmission } from '../../domain/responses/record-response.ts';
import type { Site } from '../../site.ts';
import type { AppEnv } from '../../http/env.ts';
import type { Gate } from './form-gate.ts';
import { problem, problemHeaders, problemResponse } from '../../http/problem.ts';
import { bodyOf, bodyUpTo, NO_STORE, unreadable, writeProblem } from './read-form-body.ts';

type Call = Context<AppEnv>;
type Receiver = Pick<Site, 'db' | 'club' | 'settings' | 'counters'>;

/**
 * `POST /forms/d/e/{formId}/formResponse`, urlencoded as a native form posts it, each field under its entry identifier.
 * Headers `x-attestation` (required) and `idempotency-key`. `{ "recorded": true }` once the submission is on disk.
 */
export function formReceiverApp(site: Receiver, gate: Gate): Hono<AppEnv> {
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

async function receive(c: Call, { db, club, settings, counters }: Receiver, gate: Gate): Promise<void> {
  const form = listReceivedForms(club).find(({ id }) => club.forms[id].action === c.req.path);
  if (!form) throw unreadable(404, 'There is no such form.');
  const body = await bodyOf(c, 'application/x-www-form-urlencoded');
  const token = c.req.header('x-attestation');
  const mailing = mailingClub(club, settings.publicUrl);
  await gate.pass(c, { form: form.id, token, once: c.req.header('idempotency-key') }, async (write) => {
    const answers = answersIn(form, club.forms[form.id].fields, new URLSearchParams(body));
    const isNew = await recordSubmission(db, { form, answers, club: mailing, ...write });
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
    values[name] = value.replaceAll('\r\n', '\n').replaceAll('\0', '');
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
