export class BadValue extends Error {
  override name = 'BadValue';
  readonly path: string;
  readonly reason: string;

  /** `path` as in event/-Kxyz/datetime/timeStartTimestamp. */
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}
