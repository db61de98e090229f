import { createIcon } from '../../ui/icons.tsx';

// From Lucide 1.75 (ISC).
export const CalendarDays = createIcon(
  'M8 2v3',
  'M16 2v3',
  <rect x="3" y="3" width="18" height="18" rx="2" />,
  'M3 9h18',
  'M8 13h.01',
  'M12 13h.01',
  'M16 13h.01',
  'M8 17h.01',
  'M12 17h.01',
  'M16 17h.01',
);
export const MapPin = createIcon(
  'M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0',
  <circle cx="12" cy="10" r="3" />,
);
