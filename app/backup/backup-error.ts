/** Its message is one line for whoever asked. */
export class BackupError extends Error {
  override name = 'BackupError';
}
