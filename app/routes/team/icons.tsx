import { createIcon } from '../../ui/icons.tsx';

// From Lucide 1.75 (ISC).
export const ChevronDown = createIcon('m6 9 6 6 6-6');
