import { useCallback, useState } from 'react';
import type { FieldFiles } from './upload-context.ts';

type FieldUploads = Omit<FieldFiles, 'value'>;

/** Listens to the UploadFields inside the form; `round` changes when they have to start over. */
export function useFieldUploads<Values extends object>(setValues: (change: (now: Values) => Values) => void) {
  const [fields, setFields] = useState<Readonly<Record<string, FieldUploads>>>({});
  const [round, setRound] = useState(0);
  const report = useCallback(
    (name: string, { value, ...uploads }: FieldFiles) => {
      setValues((now) => ({ ...now, [name]: value }));
      setFields((now) => ({ ...now, [name]: uploads }));
    },
    [setValues],
  );
  const all = Object.values(fields);
  return {
    busy: all.some(({ busy }) => busy),
    failed: all.flatMap(({ failed }) => failed),
    /** After saving without the failed files, nothing is left to be saved. */
    forgetFailed: () =>
      setFields((now) =>
        Object.fromEntries(Object.entries(now).map(([name, uploads]) => [name, { ...uploads, failed: [] }])),
      ),
    report,
    round,
    restart: () => setRound((now) => now + 1),
  };
}
