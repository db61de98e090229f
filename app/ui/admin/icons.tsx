import { createIcon } from '../icons.tsx';

// From Lucide 1.75 (ISC).
export const ArrowDown = createIcon('M12 5v14', 'm19 12-7 7-7-7');
export const ArrowUp = createIcon('m5 12 7-7 7 7', 'M12 19V5');
export const Copy = createIcon(
  <rect width="14" height="14" x="8" y="8" rx="2" ry="2" />,
  'M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
);
export const Download = createIcon('M12 15V3', 'M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4', 'm7 10 5 5 5-5');
export const EllipsisVertical = createIcon(
  <circle cx="12" cy="12" r="1" />,
  <circle cx="12" cy="5" r="1" />,
  <circle cx="12" cy="19" r="1" />,
);
export const FileIcon = createIcon(
  'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z',
  'M14 2v5a1 1 0 0 0 1 1h5',
);
export const GripVertical = createIcon(
  <circle cx="9" cy="12" r="1" />,
  <circle cx="9" cy="5" r="1" />,
  <circle cx="9" cy="19" r="1" />,
  <circle cx="15" cy="12" r="1" />,
  <circle cx="15" cy="5" r="1" />,
  <circle cx="15" cy="19" r="1" />,
);
export const ImageIcon = createIcon(
  <rect width="18" height="18" x="3" y="3" rx="2" ry="2" />,
  <circle cx="9" cy="9" r="2" />,
  'm21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21',
);
export const Pencil = createIcon(
  'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z',
  'm15 5 4 4',
);
export const RotateCcw = createIcon('M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8', 'M3 3v5h5');
export const Trash2 = createIcon(
  'M10 11v6',
  'M14 11v6',
  'M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6',
  'M3 6h18',
  'M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
);
export const Undo2 = createIcon('M9 14 4 9l5-5', 'M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11');
export const UploadIcon = createIcon('M12 3v12', 'm17 8-5-5-5 5', 'M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4');
