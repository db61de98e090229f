import { useCallback, useState } from 'react';
import type { HeldFiles } from './upload-state.ts';

type Held = Omit<HeldFiles, 'value'>;

/** Listens to the UploadFields inside the form; `round` changes when they are to begin anew. */
export function useUploads<Values extends object>(setValues: (change: (now: Values) => Values) => void) {
  const [fields, setFields] = useState<Readonly<Record<string, Held>>>({});
  const [round, setRound] = useState(0);
  const report = useCallback(
    (name: string, { value, ...held }: HeldFiles) => {
      setValues((now) => ({ ...now, [name]: value }));
      setFields((now) => ({ ...now, [name]: held }));
    },
    [setValues],
  );
  const all = Object.values(fields);
  return {
    busy: all.some(({ busy }) => busy),
    failed: all.flatMap(({ failed }) => failed),
    /** What was saved without them is all that was wanted. */
    forgiveFailed: () =>
      setFields((now) =>
        Object.fromEntries(Object.entries(now).map(([name, held]) => [name, { ...held, failed: [] }])),
      ),
    report,
    round,
    restart: () => setRound((now) => now + 1),
  };
}
