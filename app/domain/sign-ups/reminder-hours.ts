export const ALLOWED_REMINDER_HOURS = [2, 24] as const;

export const ALLOWED_QUESTION_HOURS = [24, 48] as const;

/** When people are reminded, as officers choose it, and how many hours before the start that is; null: never. */
export const HOURS_OF_REMINDER = { Not: null, 'Two hours before': 2, 'A day before': 24 } as const;

export const REMINDER_CHOICES = ['Not', 'Two hours before', 'A day before'] as const;

type ReminderChoice = (typeof REMINDER_CHOICES)[number];

export function reminderOf(hours: number | null): ReminderChoice {
  return REMINDER_CHOICES.find((reminder) => HOURS_OF_REMINDER[reminder] === hours) ?? 'Not';
}

/**
 * When people are asked ‘Still coming?’, as officers choose it, and how many hours before the start that is; null:
 * never.
 */
export const HOURS_OF_QUESTION = { Not: null, 'A day before': 24, 'Two days before': 48 } as const;

export const STILL_COMING_CHOICES = ['Not', 'A day before', 'Two days before'] as const;

type QuestionChoice = (typeof STILL_COMING_CHOICES)[number];

export function askAgainOf(hours: number | null): QuestionChoice {
  return STILL_COMING_CHOICES.find((choice) => HOURS_OF_QUESTION[choice] === hours) ?? 'Not';
}
