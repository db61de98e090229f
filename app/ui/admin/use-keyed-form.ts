import type { ZodType } from 'zod';
import { sayDone } from './toast-store.ts';
import { useRecordForm, type RecordForm } from './use-record-form.ts';

interface KeyedFormOptions<Values extends object, Saved> {
  record: Saved | undefined;
  fresh: Values;
  valuesOf: (record: Saved) => Values;
  nameOf: (values: Values) => string;
  schema: ZodType;
  toInput?: (values: Values) => unknown;
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
