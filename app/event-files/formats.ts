export const EVENT_FORMATS = ['ics', 'csv'] as const;

export type EventFormat = (typeof EVENT_FORMATS)[number];

/** Goes by the file's name, or else by how its text begins. */
export function formatOfFile({ name, text }: { name: string; text: string }): EventFormat {
  if (/\.(ics|ical|ifb)$/i.test(name)) return 'ics';
  return /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text) ? 'ics' : 'csv';
}
