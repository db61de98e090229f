/** What was sent cannot even be read. */
export class Unreadable extends Error {
  override name = 'Unreadable';
  readonly status: 400 | 404 | 413 | 415;

  constructor(status: Unreadable['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** Too much was sent from one address to one form. */
export class TooMany extends Error {
  override name = 'TooMany';
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super(`Too many have been sent to this form from your network. Please try again in ${minutes(retryAfter)}.`);
    this.retryAfter = retryAfter;
  }
}

function minutes(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
