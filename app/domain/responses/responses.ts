import type { Reader } from '../../db/db.server.ts';
import { answerText } from './answer-text.ts';
import { findForm } from './event-form.ts';
import { listLabels } from './save-form.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { listEntries, type Entry } from './list-entries.ts';

/** The responses to a form as a table (product.md 2, Responses table). */
export interface Responses {
  /** One per key that occurs in some response; the label is the field's, or the one it had before it was removed. */
  columns: { name: string; label: string }[];
  /** Newest first; `cells` in the order of the columns, empty where a response says nothing. */
  rows: ResponseRow[];
}

export interface ResponseRow {
  key: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  cells: string[];
}

/**
 * Every response to a form: the form's own fields in their order, then what only older responses answered.
 * @throws NotAllowed
 */
export async function viewResponses(db: Reader, actor: Actor | null, formId: string): Promise<Responses> {
  requireAdmin(actor);
  const [form, labels, entries] = await Promise.all([
    findForm(db, formId),
    listLabels(db, formId),
    listEntries(db, formId),
  ]);
  const known = new Map(form.fields.map(({ name, description }) => [name, description]));
  const given = namesIn(entries);
  const names = [
    ...[...known.keys()].filter((name) => given.has(name)),
    ...[...given].filter((name) => !known.has(name)),
  ];
  return {
    columns: names.map((name) => ({ name, label: known.get(name) || labels[name] || name })),
    rows: entries.map(({ key, createdAt, answers }) => ({
      key,
      receivedAt: createdAt,
      cells: names.map((name) => (Object.hasOwn(answers, name) ? answerText(answers[name]) : '')),
    })),
  };
}

function namesIn(entries: Entry[]): Set<string> {
  return new Set(entries.flatMap(({ answers }) => Object.keys(answers)));
}
