import { createHash } from 'node:crypto';
import type { Reader, Writer } from '../../db/db.server.ts';

export interface PublicWrite {
  /** Made when the form was opened: however often it is sent, one response is stored. */
  idempotencyKey: string;
  /** The id of a verified attestation. */
  attestation: string;
}

export class AttestationUsed extends Error {
  override name = 'AttestationUsed';
}

export class SentBefore extends Error {
  override name = 'SentBefore';
}

const HOUR = 3_600_000;
/** How long a form that was left open, or gone back to, is known again. */
const KEY_KEPT = 30 * 24 * HOUR;
/** Attestations and challenges live for minutes; their use is remembered longer than any clock is wrong. */
const TOKEN_KEPT = HOUR;

interface WriteOf {
  target: string;
  page: string;
  content: unknown;
}

interface Done {
  /** False where it had been done before. */
  isNew: boolean;
  /** What `work` gave back when it was done. */
  made: string | undefined;
}

/**
 * Does `work` once for each key. What it throws undoes the key's use with the transaction.
 * @throws SentBefore when the key was used for other content; AttestationUsed when another submission used it.
 */
export async function runOnce(
  tx: Writer,
  { idempotencyKey, attestation, target, page, content }: PublicWrite & WriteOf,
  work: () => Promise<string | void>,
): Promise<Done> {
  const token = `once:${target}:${idempotencyKey}`;
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  if (!(await consumeToken(tx, token, KEY_KEPT, digest))) {
    const result = (await resultOf(tx, token)) ?? '';
    const [sent, ...made] = result.split(' ');
    if (sent !== digest)
      throw new SentBefore(
        'You have sent this form before with other answers, and they were recorded. Send it again to add these.',
      );
    return { isNew: false, made: made.join(' ') || undefined };
  }
  await consumeAttestation(tx, attestation, target, page);
  const made = (await work()) ?? undefined;
  if (made !== undefined) await noteMade(tx, token, `${digest} ${made}`);
  return { isNew: true, made };
}

async function noteMade({ query }: Writer, token: string, result: string): Promise<void> {
  await query.updateTable('used_tokens').set({ result }).where('token', '=', token).execute();
}

async function consumeAttestation(tx: Writer, id: string, target: string, page: string): Promise<void> {
  const token = `attest:${id}`;
  const isFirst = await consumeToken(tx, token, TOKEN_KEPT, page);
  const fits = isFirst || (await resultOf(tx, token)) === page;
  if (!fits || !(await consumeToken(tx, `${token}:${target}`, TOKEN_KEPT, null))) {
    throw new AttestationUsed(
      'This page has sent something already and has to prove itself again. Please send the form again.',
    );
  }
}

/** For `kept` milliseconds and every copy of the site; false where the token was used before. */
export async function consumeToken(
  { query }: Writer,
  token: string,
  kept: number,
  result: string | null,
): Promise<boolean> {
  const noted = await query
    .insertInto('used_tokens')
    .values({ token, result, expires_at: Date.now() + kept })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return noted.numInsertedOrUpdatedRows === 1n;
}

export async function forgetTokens({ query }: Writer, now = Date.now()): Promise<void> {
  await query.deleteFrom('used_tokens').where('expires_at', '<', now).execute();
}

async function resultOf({ query }: Reader, token: string): Promise<string | null | undefined> {
  const row = await query.selectFrom('used_tokens').select('result').where('token', '=', token).executeTakeFirst();
  return row?.result;
}
