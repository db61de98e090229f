import { createHmac, timingSafeEqual } from 'node:crypto';

/** `purpose` keeps one kind of sealed value from passing for another; `expires` is in epoch milliseconds. */
export function signToken(secret: string, purpose: string, value: unknown, expires: number): string {
  const content = Buffer.from(JSON.stringify({ value, expires })).toString('base64url');
  return `${content}.${sign(secret, purpose, content)}`;
}

/** undefined if the signature is not ours or the time has passed. */
export function verifyToken(secret: string, purpose: string, sealed: string): unknown {
  const [content = '', mark = ''] = sealed.split('.');
  if (!hasSignature(secret, purpose, content, mark)) return undefined;
  const { value, expires } = JSON.parse(Buffer.from(content, 'base64url').toString());
  return expires > Date.now() ? value : undefined;
}

export function sign(secret: string, purpose: string, content: string): string {
  return createHmac('sha256', secret).update(`${purpose}\0${content}`).digest('base64url');
}

export function hasSignature(secret: string, purpose: string, content: string, mark: string): boolean {
  const [given, expected] = [Buffer.from(mark), Buffer.from(sign(secret, purpose, content))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
