import { createElement } from 'react';
import {
  Code,
  Gamepad2,
  MessagesSquare,
  Mic,
  Music,
  Pizza,
  Plus,
  Shapes,
  Sparkles,
  Trophy,
  Users,
  Wrench,
  type LucideIcon,
} from 'lucide-react';

/** The icons a club's configuration may name for its activities and services; any other name gives a neutral one. */
const ICONS: Record<string, LucideIcon> = {
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

export function ConfiguredIcon({ name }: { name: string }) {
  return createElement((Object.hasOwn(ICONS, name) && ICONS[name]) || Shapes, {
    size: 36,
    strokeWidth: 1.75,
    'aria-hidden': true,
  });
}
