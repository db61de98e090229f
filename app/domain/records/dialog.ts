import type { ZodType } from 'zod';
import type { z } from '../zod.ts';
import { fieldByField, listEnteredFields, type EnteredIn, type RecordDefinition, type RecordOf } from './define.ts';
import type { StoredFields } from './fields.ts';

/** One of a dialog's values: its label, how it is checked, and what it is in a new record's dialog. */
interface Entry<Input extends ZodType = ZodType, Initial = unknown> {
  label: string;
  input: Input;
  initial: Initial;
}

export function entry<Input extends ZodType>(
  label: string,
  input: Input,
  initial: z.output<Input>,
): Entry<Input, z.output<Input>> {
  return { label, input, initial };
}

type EntriesOf<Fs extends StoredFields> = {
  [Name in keyof EnteredIn<Fs>]: Entry<EnteredIn<Fs>[Name]['input'], ReturnType<EnteredIn<Fs>[Name]['read']>>;
};

export function dialogEntries<Fs extends StoredFields>({ fields }: { fields: Fs }): EntriesOf<Fs> {
  const entries = listEnteredFields(fields).map(([name, field]) => {
    const { label = name, input, initial = field.read(null) } = field;
    return [name, { label, input, initial }] as const;
  });
  return fieldByField(Object.fromEntries(entries));
}

/** The labels, inputs or first values of a dialog, by their names. */
export function each<Entries extends { [Name in keyof Entries]: Entry }, Part extends keyof Entry>(
  entries: Entries,
  part: Part,
): { [Name in keyof Entries]: Entries[Name][Part] } {
  const named = Object.entries<Entry>(entries);
  return fieldByField(Object.fromEntries(named.map(([name, one]) => [name, one[part]])));
}

type ValuesOf<Fs extends StoredFields> = Pick<RecordOf<Fs>, keyof EnteredIn<Fs> & keyof RecordOf<Fs>>;

export function valuesOf<Fs extends StoredFields>({ fields }: { fields: Fs }, record: RecordOf<Fs>): ValuesOf<Fs> {
  const values: Record<string, unknown> = record;
  return fieldByField(Object.fromEntries(listEnteredFields(fields).map(([name]) => [name, values[name]])));
}

/** Everything for a dialog that enters a record's fields as they are stored. */
export function formOf<Fs extends StoredFields>(definition: RecordDefinition<Fs>) {
  const entries = dialogEntries(definition);
  return {
    labels: each(entries, 'label'),
    initial: each(entries, 'initial'),
    valuesOf: (record: RecordOf<Fs>) => valuesOf(definition, record),
    schema: definition.schema,
  };
}

/** The values that a copy does not take over, as they are in a new record. */
export function valuesNotCopied<Fs extends StoredFields>({ fields }: { fields: Fs }): Partial<ValuesOf<Fs>> {
  const left = listEnteredFields(fields).filter(([, { isCopied = true }]) => !isCopied);
  return fieldByField(Object.fromEntries(left.map(([name, field]) => [name, field.initial ?? field.read(null)])));
}

type TextsOf<Fs extends StoredFields> = {
  [Name in keyof EnteredIn<Fs> as ReturnType<EnteredIn<Fs>[Name]['read']> extends string ? Name : never]: string;
};

export function textsOf<Fs extends StoredFields>({ fields }: { fields: Fs }, record: RecordOf<Fs>): TextsOf<Fs> {
  const values: Record<string, unknown> = record;
  const texts = listEnteredFields(fields).filter(([, { kind }]) => kind === 'text');
  return fieldByField(Object.fromEntries(texts.map(([name]) => [name, values[name]])));
}
