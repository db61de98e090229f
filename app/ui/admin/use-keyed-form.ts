import type { ZodType } from 'zod';
import { sayDone } from './toast-store.ts';
import { useRecordForm, type RecordForm } from './use-record-form.ts';

interface KeyedFormOptions<Values extends object, Saved> {
  /** The record to edit; a new one is added when it is undefined. */
  record: Saved | undefined;
  /** What the form of a new one begins with. */
  fresh: Values;
  valuesOf: (record: Saved) => Values;
  /** What the record is called where its saving is said. */
  nameOf: (values: Values) => string;
  schema: ZodType;
  /** The values as they are sent; the values themselves when left out. */
  toInput?: (values: Values) => unknown;
  /** After the save, which is said. */
  onClose: () => void;
}

/** The form of a screen whose action takes `add` and `update`: adds a record, or updates the one that is given. */
export function useKeyedForm<Values extends object, Saved extends { key: string; version: number }>(
  options: KeyedFormOptions<Values, Saved>,
): RecordForm<Values> {
  const { record, fresh, valuesOf, nameOf, schema, toInput, onClose } = options;
  const form = useRecordForm<Values, Saved>({
    initial: record ? valuesOf(record) : fresh,
    ...(record && { version: record.version }),
    schema,
    ...(toInput && { toInput }),
    payload: (input, version) =>
      record ? { verb: 'update', key: record.key, version, input } : { verb: 'add', input },
    fromRecord: (current) => ({ values: valuesOf(current), version: current.version }),
    onSaved: () => {
      sayDone([nameOf(form.values)], record ? 'saved' : 'added');
      onClose();
    },
  });
  return form;
}
