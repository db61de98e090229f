export const STEPS = [
  'who-leaves',
  'who-comes',
  'who-has-access',
  'what-else',
  'take-a-copy',
  'the-page-to-sign',
] as const;

export type Step = (typeof STEPS)[number];

export const STEP_NAMES: Record<Step, string> = {
  'who-leaves': 'Who leaves',
  'who-comes': 'Who comes',
  'who-has-access': 'Who has access',
  'what-else': 'What else',
  'take-a-copy': 'Take a copy',
  'the-page-to-sign': 'The page to sign',
};

export function isStep(name: unknown): name is Step {
  return STEPS.some((step) => step === name);
}
