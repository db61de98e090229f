import type { Reader } from '../../db/db.server.ts';
import type { EntryRow, SubmissionRow } from '../../db/tables.ts';
import { findForm } from '../responses/event-form.ts';
import { listLabels } from '../responses/save-form.ts';
import { readMessage } from '../mail/mail.ts';
import { readAnswers } from '../stored-json.ts';
import type { Words } from '../responses/form-definition.ts';
import { answerText } from '../responses/answer-text.ts';
import { TARGETS } from '../responses/club-forms.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { readAddress } from './address.ts';
import { collect, type Collected } from './collect.ts';
import { refusalToErase } from './erase-personal-data.ts';
import { survey, type NamedEvent, type Survey } from './survey.ts';

/** One response or submission, in words. */
export interface ShownAnswers {
  key: string;
  /** The event's or the form's title. */
  title: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  answers: { label: string; value: string }[];
}

/** A user record; `more` is what an import knew of it besides. */
export interface Account {
  uid: string;
  name: string;
  email: string;
  isAdmin: boolean;
  /** Epoch milliseconds. */
  since: number;
  sessions: number;
  more: string | null;
}

/** Everything about one e-mail address, as the admin screen and the file show it; each list newest first. */
export interface PersonalData extends Pick<Survey, 'pages' | 'silent'> {
  address: string;
  /** Whose address the identity provider has verified. */
  accounts: Account[];
  /** Accounts that name the address, which nobody has verified: whose they are is not known. */
  claims: Pick<Account, 'uid' | 'name' | 'isAdmin' | 'since'>[];
  responses: (ShownAnswers & { event: NamedEvent | null })[];
  submissions: ShownAnswers[];
  mails: { key: string; kind: string; recipient: string; subject: string; text: string; state: string; at: number }[];
  activity: { key: string; at: number; who: string; verb: string; topic: string; title: string }[];
  trash: { key: string; topic: string; title: string; at: number; responses: ShownAnswers[]; isNamed: boolean }[];
  imported: { collection: string; key: string }[];
  /** Why it cannot be erased as a whole; null where it can. */
  refusal: string | null;
}

/** Who looks, and in whose words. */
export interface Looking {
  email: string;
  clubEmail: string;
  words: Words;
}

/**
 * Finds everything about one e-mail address: as an answer or inside one, however it was written.
 * @throws NotAllowed; Rejected for what is no e-mail address.
 */
export async function viewPersonalData(
  db: Reader,
  actor: Actor | null,
  { email, clubEmail, words }: Looking,
): Promise<PersonalData> {
  requireAdmin(actor);
  const sought = readAddress(email);
  const found = await collect(db, sought);
  const { pages, silent, events } = await survey(db, sought);
  const label = await labelling(db, [...found.entries, ...found.trash.flatMap(({ entries }) => entries)]);
  const response = (row: EntryRow): ShownAnswers => ({
    key: `${row.form_id}/${row.key}`,
    title: events.get(row.form_id)?.title ?? '',
    receivedAt: row.created_at,
    answers: label(row),
  });
  return {
    address: sought.address,
    ...{ pages, silent },
    accounts: accountsOf(found),
    claims: found.claims.map(({ uid, name, admin, created_at: since }) => ({
      ...{ uid, name: name ?? '', isAdmin: admin === 1, since },
    })),
    responses: found.entries.map((row) => ({ ...response(row), event: events.get(row.form_id) ?? null })),
    submissions: found.submissions.map((row) => submission(row, words)),
    mails: found.mails.map(({ key, kind, recipient, message, state, sent_at, created_at }) => {
      const { subject, text } = readMessage(message) ?? { subject: 'A mail that cannot be read', text: message };
      return { key, kind, recipient, subject, text, state, at: sent_at ?? created_at };
    }),
    activity: found.activity.map(({ key, at, who, verb, topic, title }) => ({ key, at, who, verb, topic, title })),
    trash: found.trash.map(({ row: { key, topic, title, removed_at: at }, entries, isNamed }) => ({
      ...{ key, topic, title, at, isNamed },
      responses: entries.map(response),
    })),
    imported: found.kept.map(({ collection, key }) => ({ collection, key })),
    refusal: refusalToErase(sought, actor, clubEmail) ?? null,
  };
}

function accountsOf({ users, sessions }: Collected): Account[] {
  return users.map(({ uid, name, verified_email: email, admin, extra: more, created_at }) => ({
    ...{ uid, name: name ?? '', email: email ?? '', isAdmin: admin === 1, since: created_at, more },
    sessions: sessions.filter((session) => session.uid === uid).length,
  }));
}

/** How the answers to the forms of these responses are called, each as long as it was asked for. */
async function labelling(db: Reader, rows: EntryRow[]): Promise<(row: EntryRow) => ShownAnswers['answers']> {
  const labels = new Map<string, Record<string, string>>();
  for (const id of new Set(rows.map(({ form_id }) => form_id))) {
    const { fields } = await findForm(db, id);
    const now = Object.fromEntries(fields.map(({ name, description }) => [name, description]));
    labels.set(id, { ...(await listLabels(db, id)), ...now });
  }
  return ({ form_id, answers }) => shown(readAnswers(answers), (name) => labels.get(form_id)?.[name] || name);
}

function submission({ form, key, answers, created_at: receivedAt }: SubmissionRow, words: Words): ShownAnswers {
  const target = Object.values(TARGETS).find(({ name }) => name === form);
  const label = (name: string) => target?.fields[name]?.label(words) ?? name;
  return { key, title: target?.title ?? form, receivedAt, answers: shown(readAnswers(answers), label) };
}

function shown(
  answers: Record<string, string | number | boolean>,
  label: (name: string) => string,
): ShownAnswers['answers'] {
  return Object.entries(answers).map(([name, answer]) => ({
    label: label(name),
    value: answerText(answer),
  }));
}
