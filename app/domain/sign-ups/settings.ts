export const ALLOWED_REMINDER_HOURS = [2, 24] as const;

export const ALLOWED_QUESTION_HOURS = [24, 48] as const;

export const WAYS = ['First come, first served', 'By a draw'] as const;

/** A draw is fair to who cannot come at once. */
export const LEAST_OPEN_MS = 600_000;

/** When people are reminded, as officers choose it, and so many hours before. */
export const HOURS_OF_REMINDER = { Not: null, 'Two hours before': 2, 'A day before': 24 } as const;

export const REMINDER_CHOICES = ['Not', 'Two hours before', 'A day before'] as const;

type ReminderChoice = (typeof REMINDER_CHOICES)[number];

export function reminderOf(hours: number | null): ReminderChoice {
  return REMINDER_CHOICES.find((reminder) => HOURS_OF_REMINDER[reminder] === hours) ?? 'Not';
}

/** Who may sign up, as officers choose it. */
export const AUDIENCE_CHOICES = ['Everyone', 'Members first, until', 'Members only'] as const;

type AudienceChoice = (typeof AUDIENCE_CHOICES)[number];

export interface Audience {
  /** null: everyone. */
  audience: 'members' | null;
  /** Epoch milliseconds; from then on everyone may sign up. null: never. */
  membersUntil: number | null;
}

export function choiceOf({ audience, membersUntil }: Audience): AudienceChoice {
  if (audience === null) return 'Everyone';
  return membersUntil === null ? 'Members only' : 'Members first, until';
}

export function audienceOf(choice: AudienceChoice, until: number | null): Audience {
  return {
    audience: choice === 'Everyone' ? null : 'members',
    membersUntil: choice === 'Members first, until' ? until : null,
  };
}

/** Whether sign-up is for members alone now. */
export function isForMembers({ audience, membersUntil }: Audience, now: number): boolean {
  return audience === 'members' && (membersUntil === null || now < membersUntil);
}

/** When those who go are asked whether they still come, as officers choose it, and so many hours before. */
export const HOURS_OF_QUESTION = { Not: null, 'A day before': 24, 'Two days before': 48 } as const;

export const QUESTION_CHOICES = ['Not', 'A day before', 'Two days before'] as const;

type QuestionChoice = (typeof QUESTION_CHOICES)[number];

export function askAgainOf(hours: number | null): QuestionChoice {
  return QUESTION_CHOICES.find((choice) => HOURS_OF_QUESTION[choice] === hours) ?? 'Not';
}
