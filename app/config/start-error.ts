/** One line that names the setting, path or file to mend; shown without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}
