/** The message is one line that names the setting, path or file to correct. It is shown without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}
