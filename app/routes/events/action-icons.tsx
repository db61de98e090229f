import { createIcon } from '../../ui/icons.tsx';

// From Lucide 1.75 (ISC).
export const CalendarPlus = createIcon(
  'M16 18h6',
  'M16 2v3',
  'M19 15v6',
  'M21 11.5V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h8.3',
  'M3 9h18',
  'M8 2v3',
);
export const ExternalLink = createIcon(
  'M15 3h6v6',
  'M10 14 21 3',
  'M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6',
);
export const FileText = createIcon(
  'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z',
  'M14 2v5a1 1 0 0 0 1 1h5',
  'M10 9H8',
  'M16 13H8',
  'M16 17H8',
);
export const Share2 = createIcon(
  <circle cx="18" cy="5" r="3" />,
  <circle cx="6" cy="12" r="3" />,
  <circle cx="18" cy="19" r="3" />,
  <line x1="8.59" x2="15.42" y1="13.51" y2="17.49" />,
  <line x1="15.41" x2="8.59" y1="6.51" y2="10.49" />,
);
