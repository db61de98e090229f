import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** For a link that anyone who has it may use: 192 random bits. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** Only this is stored of a link’s or a session’s secret, so that a copy of the database opens neither. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** It takes the same time however much of the token is right. */
export function isTokenOf(stored: string | null, given: string): boolean {
  const [one, other] = [stored ?? '', given].map((token) => hash('sha256', token, 'buffer'));
  return stored !== null && one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
