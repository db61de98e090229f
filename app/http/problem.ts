import { NotAllowed, NotFound, Rejected, Stale, TooLarge } from '../domain/errors.ts';
import { StorageFull, StorageUnavailable } from '../storage/storage-errors.ts';

/** Why something was not done, in words for whoever asked; `fields` says it per field of what was sent. */
export interface Refusal {
  status: 401 | 403 | 404 | 409 | 413 | 422 | 503 | 507;
  error: string;
  fields: Record<string, string>;
  /** With 409: the record as someone else saved it meanwhile. */
  current?: { version: number };
}

/** SQLite's own codes: no room left, and a file that is locked, cannot be read, written or opened, or is damaged. */
const SQLITE_FULL = 13;
const SQLITE_UNREACHABLE = new Set([5, 8, 10, 11, 14, 26]);
/** What the network and Postgres say when the database is gone or has no room. */
const UNREACHABLE = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|08|57P|53300)/;
/** What the Postgres client says of a connection that broke, in words only. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
const FULL = /^(ENOSPC|EDQUOT|53100)$/;

const LATER = 'This cannot be saved right now. Nothing is lost: please try again in a moment.';
const NO_ROOM = 'There is no room left to save this. Please tell whoever runs this site.';

/**
 * What a failure of the domain means to whoever asked: NotFound is 404, NotAllowed 401 or 403, TooLarge 413, Rejected 422
 * with its fields, Stale 409 with the current record; a database or storage that is gone is 503, one without room 507.
 * undefined for a fault of ours.
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof NotFound) return { status: 404, error: error.message, fields: {} };
  if (error instanceof NotAllowed) return { status: error.signedIn ? 403 : 401, error: error.message, fields: {} };
  if (error instanceof TooLarge) return { status: 413, error: error.message, fields: error.fields };
  if (error instanceof Rejected) return { status: 422, error: error.message, fields: error.fields };
  if (error instanceof Stale) return { status: 409, error: error.message, fields: {}, current: error.current };
  const isWithoutRoom = error instanceof StorageFull || isFull(error);
  if (!isWithoutRoom && !(error instanceof StorageUnavailable) && !isUnreachable(error)) return undefined;
  return isWithoutRoom ? { status: 507, error: NO_ROOM, fields: {} } : { status: 503, error: LATER, fields: {} };
}

function isFull(error: Error): boolean {
  return sqliteCode(error) === SQLITE_FULL || FULL.test(codeOf(error));
}

function isUnreachable(error: Error): boolean {
  return SQLITE_UNREACHABLE.has(sqliteCode(error) ?? -1) || UNREACHABLE.test(codeOf(error)) || isLost(error);
}

function isLost(error: Error): boolean {
  return CONNECTION_LOST.test(error.message);
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

/** The primary code: the upper bits of SQLite's extended codes only say more of the same. */
function sqliteCode(error: Error): number | undefined {
  if (!('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}
