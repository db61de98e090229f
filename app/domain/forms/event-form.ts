import type { Reader, Writer } from '../../db/db.server.ts';
import type { FormRow } from '../../db/tables.ts';
import { isPublicForm } from '../events/visibility.ts';
import { readStored } from '../stored-json.ts';
import { FIELD_TYPES, QUESTIONS, type FieldType } from '../questions/index.ts';
import { readLimits, readShowIf } from '../questions/conditions.ts';
import { findFaults, withoutFaults } from '../questions/faults.ts';
import { PERSON_FIELDS, type EventForm, type EventFormField } from './event-form-definition.ts';

/** The form as people are asked: a field whose label an import left empty has a name all the same. */
export async function findForm(db: Reader, id: string): Promise<EventForm> {
  const form = await findStoredForm(db, id);
  const fields = form.fields.map((field, at) => ({
    ...field,
    description: field.description.trim() === '' ? `Question ${at + 1}` : field.description,
  }));
  return { ...form, fields };
}

/** A form that does not exist is an empty form (product.md 3). */
async function findStoredForm(db: Reader, id: string): Promise<EventForm> {
  const row = await db.query
    .selectFrom('forms')
    .select(['fields', 'asks_person'])
    .where('id', '=', id)
    .executeTakeFirst();
  return toEventForm(id, row);
}

/** The form of a draft is as empty as one that does not exist. */
export async function findPublicForm(db: Reader, id: string): Promise<EventForm> {
  return (await isPublicForm(db, id)) ? findStoredForm(db, id) : toEventForm(id, undefined);
}

export function toEventForm(id: string, row: Pick<FormRow, 'fields' | 'asks_person'> | undefined): EventForm {
  const own = readFields(row?.fields ?? null);
  if (!row?.asks_person) return { id, fields: own };
  const asked = new Set(PERSON_FIELDS.map(({ name }) => name));
  return { id, fields: [...PERSON_FIELDS, ...own.filter(({ name }) => !asked.has(name))], asksPerson: true };
}

export async function findOwnFields(db: Reader, id: string): Promise<EventFormField[]> {
  const row = await db.query.selectFrom('forms').select('fields').where('id', '=', id).executeTakeFirst();
  return readFields(row?.fields ?? null);
}

export function readFields(stored: string | null): EventFormField[] {
  const fields = readStored<Partial<EventFormField>[]>(stored, []).flatMap(
    ({ name, type, description = '', required = false, options = [], ...settings }) =>
      name && type ? [{ name, type: knownType(type), description, required, options, ...readSettings(settings) }] : [],
  );
  return withoutFaults(fields, findFaults(fields));
}

function readSettings(stored: Partial<EventFormField>): Pick<EventFormField, 'showIf' | 'limits' | 'atDoor'> {
  const showIf = readShowIf(stored.showIf);
  const limits = readLimits(stored.limits);
  return { ...(showIf && { showIf }), ...(limits && { limits }), ...(stored.atDoor === true && { atDoor: true }) };
}

/** A type that a later version of the site stored is asked as a text. */
function knownType(type: string): FieldType {
  return FIELD_TYPES.find((one) => one === type) ?? 'text';
}

export async function findResponsesDays(db: Reader, id: string): Promise<number | null> {
  const row = await db.query.selectFrom('forms').select('responses_days').where('id', '=', id).executeTakeFirst();
  return row?.responses_days ?? null;
}

/** Also of fields that the form no longer has: its own are remembered, and it may have asked for a person before. */
export async function listLabels(db: Reader, formId: string): Promise<Record<string, string>> {
  const rows = await db.query
    .selectFrom('form_labels')
    .select(['name', 'description'])
    .where('form_id', '=', formId)
    .execute();
  return Object.fromEntries([...PERSON_FIELDS, ...rows].map(({ name, description }) => [name, description]));
}

/** product.md 3 */
type FieldRecord = Omit<EventFormField, 'options'> & { options?: string[] };

interface FormRecord {
  $key?: string;
  fields: FieldRecord[];
  asksPerson?: boolean;
}

export function formRecord({ id, fields, asksPerson }: EventForm): FormRecord {
  if (fields.length === 0) return { fields: [] };
  return { $key: id, fields: fields.map(fieldRecord), ...(asksPerson && { asksPerson }) };
}

function fieldRecord({ options, ...field }: EventFormField): FieldRecord {
  return QUESTIONS[field.type].hasOptions ? { ...field, options } : field;
}

export async function noteFormerForm(tx: Writer, formId: string, eventKey: string): Promise<void> {
  const others = await tx.query.selectFrom('events').select('key').where('form_id', '=', formId).execute();
  if (others.length > 0) return;
  await tx.query
    .insertInto('former_forms')
    .values({ form_id: formId, event_key: eventKey })
    .onConflict((conflict) => conflict.column('form_id').doUpdateSet({ event_key: eventKey }))
    .execute();
}

/** The forms that were taken off an event, and that no event has now. */
export function selectFormerForms({ query }: Reader, eventKey: string) {
  return query
    .selectFrom('former_forms')
    .select('form_id')
    .where('event_key', '=', eventKey)
    .where((is) =>
      is.not(is.exists(is.selectFrom('events').select('key').whereRef('events.form_id', '=', 'former_forms.form_id'))),
    );
}

/** Those of them that have responses. */
export async function listFormerForms(db: Reader, eventKey: string): Promise<string[]> {
  const rows = await selectFormerForms(db, eventKey)
    .where((is) =>
      is.exists(is.selectFrom('entries').select('key').whereRef('entries.form_id', '=', 'former_forms.form_id')),
    )
    .orderBy('form_id')
    .execute();
  return rows.map((row) => row.form_id);
}
