import { createIcon } from '../../ui/icons.tsx';

// From Lucide 1.75 (ISC).
export const CheckMark = createIcon('M20 6 9 17l-5-5');
