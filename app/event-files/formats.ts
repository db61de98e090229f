export const EVENT_FORMATS = ['ics', 'csv'] as const;

export type EventFormat = (typeof EVENT_FORMATS)[number];

/** By its name, else by how it begins. */
export function formatOfFile({ name, text }: { name: string; text: string }): EventFormat {
  if (/\.(ics|ical|ifb)$/i.test(name)) return 'ics';
  return /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text) ? 'ics' : 'csv';
}
