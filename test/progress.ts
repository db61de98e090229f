/** What a command wrote to its console, without how far it was: only a slow machine says that, now and then. */
export function withoutProgress(written: string): string {
  return written.replaceAll(/^(Backing up|Checking the backup|Restoring|Opening pages): .*\n/gm, '');
}
