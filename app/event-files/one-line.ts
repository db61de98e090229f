/** Calendars and spreadsheets write addresses over several lines; our titles and places have one. */
export function inOneLine(text: string, between = ', '): string {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => line.trim());
  return lines.filter(Boolean).join(between);
}
