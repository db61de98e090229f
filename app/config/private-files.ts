export function keepFilesPrivate(): void {
  process.umask(process.umask() | 0o077);
}
