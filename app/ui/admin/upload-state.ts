import { createContext, useContext } from 'react';
import type { StoredFile } from '../../domain/uploads/stored-file.ts';

export interface HeldFiles {
  /** As in the field's hidden input. */
  value: StoredFile | StoredFile[] | null;
  /** True while some upload of this field is running. */
  busy: boolean;
  /** The names of the files that are listed but could not be uploaded. */
  failed: readonly string[];
}

/** How an UploadField tells the form around it what it holds; outside a form nobody listens. */
export interface UploadState {
  report: (name: string, held: HeldFiles) => void;
}

export const UploadStateContext = createContext<UploadState>({ report: () => undefined });

/** The form around an UploadField. `report` stays the same function for as long as the form is open. */
export function useUploadState(): UploadState {
  return useContext(UploadStateContext);
}
