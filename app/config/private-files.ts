/** What this process makes from now on is open to its own user alone, also in a folder that others may enter. */
export function keepFilesPrivate(): void {
  process.umask(process.umask() | 0o077);
}
