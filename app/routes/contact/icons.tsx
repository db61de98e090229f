import { createIcon } from '../../ui/icons.tsx';

// From Lucide 1.75 (ISC).
export const CheckMark = createIcon(<path d="M20 6 9 17l-5-5" />);
