export interface Failure {
  error: string;
  /** For good, however often it is tried. */
  refused: boolean;
  /** Without any address in it, for the log. */
  code: string;
}

export function failureOf(reason: unknown): Failure {
  if (!(reason instanceof Error)) return { error: String(reason), refused: false, code: 'unknown' };
  const { code, command, responseCode } = details(reason);
  // A wrong password or sender is put right by whoever runs the site: until then the mail waits.
  const refused =
    responseCode === undefined
      ? code === 'EENVELOPE' || code === 'EMESSAGE'
      : responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  return { error: reason.message, refused, code: [code, responseCode].filter(Boolean).join(' ') };
}

function details(error: Error): { code: string; command: unknown; responseCode: number | undefined } {
  const responseCode = 'responseCode' in error ? error.responseCode : undefined;
  return {
    code: 'code' in error ? String(error.code) : error.name,
    command: 'command' in error ? error.command : undefined,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
  };
}
