import { createContext } from 'react';
import type { UploadLimits } from '../../domain/uploads/refused-upload.ts';

/** What the server takes, so that a file that is too large is not sent first; the admin layout knows. */
export const UploadLimitsContext = createContext<UploadLimits>({ maxImageBytes: Infinity, maxFileBytes: Infinity });
