import { sayDone } from './toasts.tsx';
import { useRecordForm, type RecordForm, type RecordFormOptions } from './use-record-form.ts';
import type { AnyAction } from '../use-send.ts';

interface KeyedFormOptions<Values extends object, Stored> extends Pick<
  RecordFormOptions<Values, Stored, AnyAction>,
  'labels' | 'schema' | 'toInput' | 'question' | 'action'
> {
  record: Stored | undefined;
  /** The values of a new record. */
  initial: Values;
  valuesOf: (record: Stored) => Values;
  nameOf: (values: Values) => string;
  onClose: () => void;
}

/** The form for an action that takes `add` and `update`: updates the given record, or adds one. */
export function useKeyedForm<Values extends object, Stored extends { key: string; version: number }>(
  options: KeyedFormOptions<Values, Stored>,
): RecordForm<Values> {
  const { record, initial, valuesOf, nameOf, onClose, ...rest } = options;
  const form = useRecordForm<Values, Stored>({
    initial: record ? valuesOf(record) : initial,
    ...(record && { version: record.version }),
    ...rest,
    payload: (input, version, once) =>
      record ? { verb: 'update', key: record.key, version, input } : { verb: 'add', once, input },
    fromRecord: (current) => ({ values: valuesOf(current), version: current.version }),
    onSaved: () => {
      sayDone([nameOf(form.values)], record ? 'saved' : 'added');
      onClose();
    },
  });
  return form;
}
