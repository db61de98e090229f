import { createContext, useContext } from 'react';
import type { StoredFile } from '../../domain/uploads/stored-file.ts';

export interface HeldFiles {
  value: StoredFile | StoredFile[] | null;
  busy: boolean;
  failed: readonly string[];
}

export interface UploadState {
  report: (name: string, held: HeldFiles) => void;
}

export const UploadStateContext = createContext<UploadState>({ report: () => undefined });

/** The form around an UploadField. `report` stays the same function for as long as the form is open. */
export function useUploadState(): UploadState {
  return useContext(UploadStateContext);
}
