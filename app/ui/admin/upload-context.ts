import { createContext, useContext } from 'react';
import type { UploadLimits } from '../../domain/uploads/check-upload.ts';
import type { StoredFile } from '../../domain/files/stored-file.ts';

/** What the server takes, so that a file that is too large is not sent first; the admin layout knows. */
export const UploadLimitsContext = createContext<UploadLimits>({ maxImageBytes: Infinity, maxFileBytes: Infinity });

export interface HeldFiles {
  value: StoredFile | StoredFile[] | null;
  busy: boolean;
  failed: readonly string[];
}

interface UploadState {
  report: (name: string, held: HeldFiles) => void;
  /** Changes when its fields are to begin anew. */
  round: number;
}

export const UploadStateContext = createContext<UploadState>({ report: () => undefined, round: 0 });

/** The form around an UploadField. `report` stays the same function for as long as the form is open. */
export function useUploadState(): UploadState {
  return useContext(UploadStateContext);
}
