import { createHash, randomBytes } from 'node:crypto';

/** For a link that whoever has it may use: 192 random bits. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** All that is stored of a link’s or a session’s secret: a copy of the database opens neither. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
