import { createIcon } from './icons.tsx';

// From Lucide 1.75 (ISC).
export const Camera = createIcon(
  'M13.997 4a2 2 0 0 1 1.76 1.05l.486.9A2 2 0 0 0 18.003 7H20a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h1.997a2 2 0 0 0 1.759-1.048l.489-.904A2 2 0 0 1 10.004 4z',
  <circle cx="12" cy="13" r="3" />,
);
export const CodeXml = createIcon('m18 16 4-4-4-4', 'm6 8-4 4 4 4', 'm14.5 4-5 16');
export const Landmark = createIcon(
  'M10 18v-7',
  'M11.119 2.205a2 2 0 0 1 1.762 0l7.84 3.846A.5.5 0 0 1 20.5 7h-17a.5.5 0 0 1-.22-.949z',
  'M14 18v-7',
  'M18 18v-7',
  'M3 22h18',
  'M6 18v-7',
);
export const UserPlus = createIcon(
  'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2',
  <circle cx="9" cy="7" r="4" />,
  <line x1="19" x2="19" y1="8" y2="14" />,
  <line x1="22" x2="16" y1="11" y2="11" />,
);
