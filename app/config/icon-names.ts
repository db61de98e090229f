export const ICON_NAMES = [
  'chat',
  'code',
  'gamepad',
  'microphone',
  'music',
  'people',
  'pizza',
  'plus',
  'sparkles',
  'tools',
  'trophy',
] as const;

export type IconName = (typeof ICON_NAMES)[number];
