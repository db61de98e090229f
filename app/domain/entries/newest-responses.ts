import type { Reader } from '../../db/db.server.ts';
import type { Answer } from '../forms/fields/field-type.ts';
import { findForm } from '../forms/form.ts';
import { readAnswers } from '../stored-json.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';

/** A response as the admin home names it. */
export interface NewResponse {
  key: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** The event whose form it answers; null when it is gone. */
  event: { key: string; title: string } | null;
  /** The first text answered, in the form's order: mostly a name. Empty where there is none. */
  answer: string;
}

/**
 * The newest responses to any event's form, newest first.
 * @throws NotAllowed unless `actor` is an admin.
 */
export async function listNewestResponses(db: Reader, actor: Actor | null, limit: number): Promise<NewResponse[]> {
  requireAdmin(actor);
  const rows = await db.query
    .selectFrom('entries')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('form_id', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
  const formIds = [...new Set(rows.map(({ form_id: id }) => id))];
  const forms = new Map(await Promise.all(formIds.map(async (id) => [id, await about(db, id)] as const)));
  return rows.map((row) => ({
    key: `${row.form_id}/${row.key}`,
    receivedAt: row.created_at,
    event: forms.get(row.form_id)?.event ?? null,
    answer: firstText(readAnswers<Answer>(row.answers), forms.get(row.form_id)?.names ?? []),
  }));
}

async function about(db: Reader, formId: string): Promise<{ event: NewResponse['event']; names: string[] }> {
  const [form, event] = await Promise.all([findForm(db, formId), eventOf(db, formId)]);
  return {
    event: event ? { key: event.key, title: event.title ?? '' } : null,
    names: form.fields.map(({ name }) => name),
  };
}

/** The event that has the form or, where none has it any more, had it last. */
async function eventOf({ query }: Reader, formId: string): Promise<{ key: string; title: string | null } | undefined> {
  const events = query.selectFrom('events').select(['events.key', 'title']).orderBy('time_start', 'desc').limit(1);
  const former = events.innerJoin('former_forms', 'former_forms.event_key', 'events.key');
  return (
    (await events.where('form_id', '=', formId).executeTakeFirst()) ??
    (await former.where('former_forms.form_id', '=', formId).executeTakeFirst())
  );
}

function firstText(answers: Record<string, Answer>, names: string[]): string {
  const texts = [...names, ...Object.keys(answers)].map((name) => answers[name]);
  return String(texts.find((answer) => typeof answer === 'string' && answer !== '') ?? '');
}
