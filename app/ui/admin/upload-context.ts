import { createContext, useContext } from 'react';
import type { UploadLimits } from '../../domain/uploads/check-upload.ts';
import type { StoredFile } from '../../domain/files/stored-file.ts';

/** The server's limits, provided by the admin layout, so that a file that is too large is not even sent. */
export const UploadLimitsContext = createContext<UploadLimits>({ maxImageBytes: Infinity, maxFileBytes: Infinity });

export interface FieldFiles {
  value: StoredFile | StoredFile[] | null;
  busy: boolean;
  failed: readonly string[];
}

interface UploadState {
  report: (name: string, files: FieldFiles) => void;
  /** Changes when the upload fields have to start over. */
  round: number;
}

export const UploadStateContext = createContext<UploadState>({ report: () => undefined, round: 0 });

/** The state of the form around an UploadField. `report` stays the same function while the form is open. */
export function useUploadState(): UploadState {
  return useContext(UploadStateContext);
}
