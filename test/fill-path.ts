/** A path that the pattern matches, of records that are not there. */
export function fillPath(pattern: string): string {
  return pattern
    .replace(/:file\{[^}]+\}/, 'none.ics')
    .replace(/:[a-zA-Z]+/g, 'none')
    .replace('*', 'none');
}
