/** A backup that cannot be taken, read or put back; its message is one line for whoever asked for it. */
export class BackupError extends Error {
  override name = 'BackupError';
}
