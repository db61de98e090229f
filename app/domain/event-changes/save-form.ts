import { isDeepStrictEqual } from 'node:util';
import type { Reader, Writer } from '../../db/db.server.ts';
import { Rejected } from '../errors.ts';
import { tellOfForm } from '../events/visibility.ts';
import { newShortId } from '../keys.ts';
import { keepSeconds } from '../../time/club-date-time.ts';
import { own } from '../own.ts';
import { QUESTIONS } from '../questions/index.ts';
import { refuseChangedDraw } from '../sign-ups/draw/settings.ts';
import { arePlacesReleased, mayKeepPlaces, refuseChangedRelease } from '../sign-ups/kept-places.ts';
import { findLastSettings, findSettings } from '../sign-ups/places.ts';
import type { SignUpSettings } from '../sign-ups/rules.ts';
import { readStored } from '../stored-json.ts';
import type { FieldInput } from '../forms/form-input.ts';
import type { EventFormField } from '../forms/event-form-definition.ts';
import { hasOtherChoices, rewriteChoices } from '../forms/chosen-options.ts';
import { findOwnFields, findResponsesDays, readFields } from '../forms/event-form.ts';
import { renameChosen } from './renamed-options.ts';

/** A form as an officer leaves it. */
export interface FormInput {
  fields: FieldInput[];
  /** null for what the club’s configuration says. */
  responsesDays: number | null;
  /** null if it does not ask for a person. */
  settings: SignUpSettings | null;
}

type StoredField = Partial<EventFormField> & Record<string, unknown>;

/**
 * product.md 4, Saving an event. Every label, old and new, is remembered for answers that outlive their field, and so
 * are the settings of a form that no longer asks for a person, until it does again. Its unpaid places are kept.
 * @throws Rejected for a field with a name that was not made here, and for a draw that cannot be changed any more.
 */
export async function saveForm(tx: Writer, id: string, input: FormInput, now = Date.now()): Promise<void> {
  const before = await readStoredFields(tx, id);
  const choosable = await findOwnFields(tx, id);
  const { responsesDays } = input;
  refuseOddNames(input.fields, before);
  const last = await findLastSettings(tx, id);
  const stored = last?.settings;
  const settings = settingsOf(input, stored, now);
  if (settings || last?.stillAsks) await refuseChangedDraw(tx, id, { before: stored, after: settings }, now);
  if (settings) refuseChangedRelease(stored?.keepUntil ?? null, settings.keepUntil, now);
  const fields = withNames(input.fields).map((field) => withImportedKeys(field, before));
  const row = {
    fields: JSON.stringify(fields),
    responses_days: responsesDays,
    updated_at: now,
    ...(settings ? toColumns(settings) : { asks_person: last?.hasAsked ? 0 : null, give_up_unpaid: null }),
  };
  await tx.query
    .insertInto('forms')
    .values({ id, extra: null, version: 1, ...row })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((is) => ({ ...row, version: is('forms.version', '+', 1) })),
    )
    .execute();
  // This waits until the form’s row is locked, so that nobody who answers meanwhile is missed.
  await renameChosen(tx, id, before, input.fields);
  const limited = readFields(row.fields);
  if (hasOtherChoices(choosable, limited)) await rewriteChoices(tx, { id, fields: limited });
  await rememberLabels(tx, id, [...before, ...fields]);
  await tellOfForm(tx, id);
}

function toColumns(settings: SignUpSettings) {
  return {
    asks_person: 1,
    places: settings.places,
    waitlist: settings.waitlist ? 1 : 0,
    opens: settings.opens,
    closes: settings.closes,
    audience: settings.audience,
    members_until: settings.membersUntil,
    remind_hours: settings.remindHours,
    ask_again_hours: settings.askAgainHours,

    confirms: settings.confirms ? 1 : null,
    pass_on: settings.passOn ? 1 : null,
    draw: settings.draw ? 1 : null,
    keep_until: settings.keepUntil,

    price: settings.price,
    member_price: settings.memberPrice,
    how_to_pay: settings.howToPay || null,
    pay_within_days: settings.payWithinDays,
    give_up_unpaid: settings.giveUpUnpaid ? 1 : null,
  } as const;
}

export async function isFormChanged(db: Reader, id: string, input: FormInput): Promise<boolean> {
  const { fields, responsesDays } = input;
  const stored = await findOwnFields(db, id);
  const before = await findSettings(db, id);
  const settings = settingsOf(input, before, Date.now());
  const drawnAt = before?.drawnAt ?? null;
  return (
    JSON.stringify(stored.map(inOrder)) !== JSON.stringify(fields.map(inOrder)) ||
    responsesDays !== (await findResponsesDays(db, id)) ||
    !isDeepStrictEqual(before ?? null, settings && { ...settings, drawnAt })
  );
}

function settingsOf(
  { fields, settings }: FormInput,
  before: SignUpSettings | undefined,
  now: number,
): SignUpSettings | null {
  if (!settings) return null;
  const { opens, closes, keepUntil, places, waitlist } = settings;
  // Limits that were released must not hold again just because the dialog no longer has the setting.
  const isLeftOut = !mayKeepPlaces(fields, { hasPlaces: places !== null, waitlist });
  const staysReleased = isLeftOut && before !== undefined && arePlacesReleased(before, now);
  return {
    ...settings,
    opens: keepSeconds(opens, before?.opens),
    closes: keepSeconds(closes, before?.closes),
    membersUntil: keepSeconds(settings.membersUntil, before?.membersUntil),
    keepUntil: staysReleased ? before.keepUntil : keepSeconds(keepUntil, before?.keepUntil),
    // Whoever still owes reads how to pay, even once the place costs nothing.
    howToPay: settings.price === null ? (before?.howToPay ?? '') : settings.howToPay,
  };
}

function inOrder({ name, type, description, required, options, showIf, limits = {}, atDoor }: EventFormField) {
  const places = options.map((option) => own(limits, option) ?? null);
  return [name, type, description, required, options, showIf?.field, showIf?.anyOf, places, atDoor === true];
}

async function readStoredFields({ query }: Reader, id: string): Promise<StoredField[]> {
  const row = await query.selectFrom('forms').select('fields').where('id', '=', id).executeTakeFirst();
  return readStored(row?.fields ?? null, []);
}

/** An imported field may have any name; newShortId makes the name of a new one (product.md 9). */
function refuseOddNames(input: FieldInput[], before: StoredField[]): void {
  const known = new Set(before.map(({ name }) => name));
  const index = input.findIndex(({ name }) => name && !known.has(name) && !/^[A-Za-z0-9]{10}$/.test(name));
  if (index < 0) return;
  throw new Rejected('This field cannot be saved. Please delete it and add it again.', {
    [`fields.${index}.description`]: 'This field cannot be saved. Please delete it and add it again.',
  });
}

function withNames(input: FieldInput[]): FieldInput[] {
  const taken = new Set(input.map(({ name }) => name));
  return input.map((field) => (field.name ? field : { ...field, name: newName(taken) }));
}

function newName(taken: Set<string>): string {
  let name = newShortId();
  while (taken.has(name)) name = newShortId();
  taken.add(name);
  return name;
}

/** The field as it is stored: with the keys of an import that this site does not know (product.md 3). */
function withImportedKeys(
  { options, required, limits = {}, atDoor, renamed: _renamed, ...field }: FieldInput,
  before: StoredField[],
): StoredField {
  const {
    options: _,
    showIf: _showIf,
    limits: _limits,
    atDoor: _atDoor,
    ...rest
  } = before.find(({ name }) => name === field.name) ?? {};
  const { canBeRequired, hasOptions } = QUESTIONS[field.type];
  const asked = {
    ...field,
    required: canBeRequired && required,
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(atDoor === true && { atDoor }),
  };
  return hasOptions ? { ...rest, ...asked, options } : { ...rest, ...asked };
}

async function rememberLabels({ query }: Writer, id: string, fields: StoredField[]): Promise<void> {
  const labels = new Map(fields.map(({ name, description }) => [name ?? '', description ?? '']));
  const rows = [...labels].map(([name, description]) => ({ form_id: id, name, description }));
  if (rows.length === 0) return;
  await query
    .insertInto('form_labels')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['form_id', 'name']).doUpdateSet((is) => ({ description: is.ref('excluded.description') })),
    )
    .execute();
}
