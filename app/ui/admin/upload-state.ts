import { createContext, useContext } from 'react';
import type { StoredFile } from '../../domain/uploads/stored-file.ts';

/** How an UploadField tells the form around it what it holds; outside a form nobody listens. */
export interface UploadState {
  /** `value` is what the field's hidden input holds; `busy` is true while some upload of this field is running. */
  report: (name: string, value: StoredFile | StoredFile[] | null, busy: boolean) => void;
}

export const UploadStateContext = createContext<UploadState>({ report: () => undefined });

/** The form around an UploadField. `report` stays the same function for as long as the form is open. */
export function useUploadState(): UploadState {
  return useContext(UploadStateContext);
}
