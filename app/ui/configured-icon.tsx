import { createElement } from 'react';
import type { IconName } from '../config/icon-names.ts';
import { MessagesSquare } from './chat-icon.tsx';
import { createIcon, type IconType } from './icons.tsx';

export const Plus = createIcon('M5 12h14', 'M12 5v14');

// From Lucide 1.75 (ISC).
const Code = createIcon('m16 18 6-6-6-6', 'm8 6-6 6 6 6');
const Gamepad2 = createIcon(
  <line x1="6" x2="10" y1="11" y2="11" />,
  <line x1="8" x2="8" y1="9" y2="13" />,
  <line x1="15" x2="15.01" y1="12" y2="12" />,
  <line x1="18" x2="18.01" y1="10" y2="10" />,
  'M17.32 5H6.68a4 4 0 0 0-3.978 3.59c-.006.052-.01.101-.017.152C2.604 9.416 2 14.456 2 16a3 3 0 0 0 3 3c1 0 1.5-.5 2-1l1.414-1.414A2 2 0 0 1 9.828 16h4.344a2 2 0 0 1 1.414.586L17 18c.5.5 1 1 2 1a3 3 0 0 0 3-3c0-1.545-.604-6.584-.685-7.258-.007-.05-.011-.1-.017-.151A4 4 0 0 0 17.32 5z',
);
const Mic = createIcon('M12 19v3', 'M19 10v2a7 7 0 0 1-14 0v-2', <rect x="9" y="2" width="6" height="13" rx="3" />);
const Music = createIcon(
  'M21 16V3a1 1 0 0 0-1.28-.96l-10 2.917a1 1 0 0 0-.72.96V19',
  <circle cx="18" cy="16" r="3" />,
  <circle cx="6" cy="19" r="3" />,
);
const Pizza = createIcon(
  'm12 14-1 1',
  'm13.75 18.25-1.25 1.42',
  'M17.775 5.654a15.68 15.68 0 0 0-12.121 12.12',
  'M18.8 9.3a1 1 0 0 0 2.1 7.7',
  'M21.964 20.732a1 1 0 0 1-1.232 1.232l-18-5a1 1 0 0 1-.695-1.232A19.68 19.68 0 0 1 15.732 2.037a1 1 0 0 1 1.232.695z',
);
const Sparkles = createIcon(
  'M11.017 2.814a1 1 0 0 1 1.966 0l1.051 5.558a2 2 0 0 0 1.594 1.594l5.558 1.051a1 1 0 0 1 0 1.966l-5.558 1.051a2 2 0 0 0-1.594 1.594l-1.051 5.558a1 1 0 0 1-1.966 0l-1.051-5.558a2 2 0 0 0-1.594-1.594l-5.558-1.051a1 1 0 0 1 0-1.966l5.558-1.051a2 2 0 0 0 1.594-1.594z',
  'M20 2v4',
  'M22 4h-4',
  <circle cx="4" cy="20" r="2" />,
);
const Trophy = createIcon(
  'M10 14.66V17a1 1 0 0 1-1 1 2 2 0 0 0-2 2v2',
  'M14 14.66V17a1 1 0 0 0 1 1 2 2 0 0 1 2 2v2',
  'M17.916 10H19.5A2.5 2.5 0 0 0 22 7.5V5a1 1 0 0 0-1-1h-3',
  'M4 22h16',
  'M6 9a6 6 0 0 0 12 0V3a1 1 0 0 0-1-1H7a1 1 0 0 0-1 1z',
  'M6.084 10H4.5A2.5 2.5 0 0 1 2 7.5V5a1 1 0 0 1 1-1h3',
);
const Users = createIcon(
  'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2',
  'M16 3.128a4 4 0 0 1 0 7.744',
  'M22 21v-2a4 4 0 0 0-3-3.87',
  <circle cx="9" cy="7" r="4" />,
);
const Wrench = createIcon(
  'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z',
);

const ICONS: Record<IconName, IconType> = {
  chat: MessagesSquare,
  code: Code,
  gamepad: Gamepad2,
  microphone: Mic,
  music: Music,
  people: Users,
  pizza: Pizza,
  plus: Plus,
  sparkles: Sparkles,
  tools: Wrench,
  trophy: Trophy,
};

export function ConfiguredIcon({ name }: { name: IconName }) {
  return createElement(ICONS[name], { size: 36 });
}
