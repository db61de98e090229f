/** What an executive is called: an imported one may have no name. */
export function execName(name: string): string {
  return name || 'Unnamed';
}
