import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { mailingClub } from '../../mail/mailing-club.ts';
import { recordSubmission } from '../../domain/responses/record-submission.ts';
import { findTarget } from '../../domain/responses/club-forms.ts';
import type { Target } from '../../domain/responses/form-definition.ts';
import type { Site } from '../../site.ts';
import type { AppEnv } from '../../http/env.ts';
import type { Gate } from './gate.ts';
import { bodyOf, bodyUpTo, noStore, refusalHeaders, refusalOfWrite } from './public-write.ts';
import { Unreadable } from './refused-write.ts';

type Call = Context<AppEnv>;
type Receiver = Pick<Site, 'db' | 'club' | 'settings'>;

/**
 * The built-in receiver: `POST /forms/d/e/{formId}/formResponse` or `/forms/d/{formId}/formResponse`,
 * urlencoded as a native form posts it, each field under its entry identifier of the configuration. Headers
 * `x-attestation` (required) and `idempotency-key`. Answers `{ "recorded": true }` once the submission is on disk, as
 * JSON to whoever accepts it, else as a small page.
 */
export function formReceiverApp(site: Receiver, gate: Gate): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const path of ['/forms/d/e/:formId/formResponse', '/forms/d/:formId/formResponse']) {
    app.post(path, bodyUpTo(256), async (c) => {
      await receive(c, site, gate);
      return isForPrograms(c)
        ? c.json({ recorded: true }, 200, noStore())
        : page(c, 'Your response has been recorded.');
    });
    app.all(path, (c) => c.json({ error: 'Forms are posted here.' }, 405, { ...noStore(), allow: 'POST' }));
  }
  app.onError((error, c) => {
    const { status, body, retryAfter } = refusalOfWrite(error);
    const headers = refusalHeaders(status, retryAfter);
    return isForPrograms(c) ? c.json(body, status, headers) : page(c, body.error, status, headers);
  });
  return app;
}

async function receive(c: Call, { db, club, settings }: Receiver, gate: Gate): Promise<void> {
  const target = findTarget(club.forms, c.req.path);
  if (!target) throw new Unreadable(404, 'There is no such form.');
  const body = await bodyOf(c, 'application/x-www-form-urlencoded');
  const token = c.req.header('x-attestation');
  const mailing = mailingClub(club, settings.publicUrl);
  await gate.pass(c, { form: target.name, token, once: c.req.header('idempotency-key') }, (sending) => {
    const values = valuesOf(target, club.forms[target.name].fields, new URLSearchParams(body));
    return recordSubmission(db, { target, values, words: club.club, club: mailing, ...sending });
  });
}

/** What was sent, by field instead of entry identifier, with the line ends that people type. */
function valuesOf(target: Target, entries: Record<string, string>, sent: URLSearchParams): Record<string, string> {
  const names = new Map(Object.keys(target.fields).map((name) => [entries[name], name]));
  const values: Record<string, string> = {};
  for (const [entry, value] of sent) {
    const name = names.get(entry);
    if (name === undefined) throw new Unreadable(400, 'The form does not ask all of this.');
    if (Object.hasOwn(values, name)) throw new Unreadable(400, 'A field was sent twice.');
    values[name] = value.replaceAll('\r\n', '\n').replaceAll('\0', '');
  }
  return values;
}

function isForPrograms(c: Call): boolean {
  return c.req.header('accept')?.includes('application/json') ?? false;
}

function page(
  c: Call,
  text: string,
  status: 200 | ReturnType<typeof refusalOfWrite>['status'] = 200,
  headers = noStore(),
) {
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <title>${text}</title>
        <p>${text}</p>
      </html>`,
    status,
    headers,
  );
}
