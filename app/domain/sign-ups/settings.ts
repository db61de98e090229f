export const MOST_PLACES = 100_000;

export const REMIND_HOURS = [2, 24] as const;

export function isPlaces(places: number): boolean {
  return Number.isInteger(places) && places >= 1 && places <= MOST_PLACES;
}

/** When people are reminded, as officers choose it, and so many hours before. */
const REMINDER_HOURS = { Not: null, 'Two hours before': 2, 'A day before': 24 } as const;

export const REMINDERS = ['Not', 'Two hours before', 'A day before'] as const;

export type ReminderChoice = (typeof REMINDERS)[number];

export function hoursOf(reminder: ReminderChoice): number | null {
  return REMINDER_HOURS[reminder];
}

export function reminderOf(hours: number | null): ReminderChoice {
  return REMINDERS.find((reminder) => REMINDER_HOURS[reminder] === hours) ?? 'Not';
}
