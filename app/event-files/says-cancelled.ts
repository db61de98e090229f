/** Calendars write ‘CANCELLED’; ticket shops also ‘canceled’. */
export function saysCancelled(status: string): boolean {
  return /^cancell?ed$/i.test(status.trim());
}
