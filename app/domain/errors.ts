export class NotFound extends Error {
  override name = 'NotFound';
}

/** `signedIn` is false for a stranger (401), true for a person without the right (403). */
export class NotAllowed extends Error {
  override name = 'NotAllowed';
  readonly signedIn: boolean;

  constructor(message: string, signedIn: boolean) {
    super(message);
    this.signedIn = signedIn;
  }
}

/** `fields` says why, per field, in words for the person who typed it. */
export class Rejected extends Error {
  override name = 'Rejected';
  readonly fields: Record<string, string>;

  constructor(message: string, fields: Record<string, string> = {}) {
    super(message);
    this.fields = fields;
  }
}

/** 413. */
export class TooLarge extends Rejected {
  override name = 'TooLarge';
}

export class Stale extends Error {
  override name = 'Stale';
  readonly current: { version: number };

  constructor(current: { version: number }) {
    super('Someone else has saved this in the meantime.');
    this.current = current;
  }
}
