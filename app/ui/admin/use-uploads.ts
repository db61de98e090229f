import { useCallback, useState } from 'react';
import type { StoredFile } from '../../domain/uploads/stored-file.ts';

/** Listens to the UploadFields inside the form; `round` changes when they are to begin anew. */
export function useUploads<Values extends object>(setValues: (change: (now: Values) => Values) => void) {
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const [round, setRound] = useState(0);
  const report = useCallback(
    (name: string, value: StoredFile | StoredFile[] | null, busy: boolean) => {
      setValues((now) => ({ ...now, [name]: value }));
      setRunning((now) => new Set([...now].filter((one) => one !== name).concat(busy ? name : [])));
    },
    [setValues],
  );
  return { busy: running.size > 0, report, round, restart: () => setRound((now) => now + 1) };
}
