/** Also in a folder that others may enter. */
export function keepFilesPrivate(): void {
  process.umask(process.umask() | 0o077);
}
