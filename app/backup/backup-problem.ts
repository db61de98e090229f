/** A backup that cannot be taken, read or put back; its message is one line for whoever asked for it. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}
