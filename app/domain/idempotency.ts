import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Reader, Writer } from '../db/db.server.ts';
import type { UsedTokenRow } from '../db/tables.ts';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';

export interface PublicWrite {
  /** It is made when the form is opened, so that one response is stored however often the form is sent. */
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

/** The length of a SHA-256 in base64url, with which every stored result begins. */
const DIGEST_CHARACTERS = 43;
/** How long the key of a form that was left open, or returned to, is remembered. */
const KEY_LIFETIME_MS = 30 * DAY_MS;
/**
 * Attestations and challenges are valid for minutes; their use is remembered for longer than any clock could be wrong.
 */
const TOKEN_LIFETIME_MS = HOUR_MS;

interface WriteOf {
  target: string;
  page: string;
  content: unknown;
  /** The key of what `work` makes, unless `work` returns another. */
  makes: string;
}

interface Done {
  /** False if it was done before. */
  isNew: boolean;
  /**
   * The key of what was made when it was done; undefined if that was forgotten, or sent to an earlier version of the
   * site.
   */
  made: string | undefined;
}

/**
 * Does `work` only once for each key. If `work` throws, the rollback makes the key unused again.
 * @throws SentBefore if the key was used for other content; AttestationUsed when another submission used the
 * attestation.
 */
export async function runOnce(
  tx: Writer,
  { idempotencyKey, attestation, target, page, content, makes }: PublicWrite & WriteOf,
  work: () => Promise<string | void>,
): Promise<Done> {
  const use = await consumeKey(tx, { idempotencyKey, target, content, makes });
  if (!use.isNew) return use;
  await consumeAttestation(tx, attestation, target, page);
  const made = (await work()) ?? makes;
  if (made !== makes) await noteMade(tx, use, made);
  return { isNew: true, made };
}

type KeyOf = Pick<PublicWrite & WriteOf, 'idempotencyKey' | 'target' | 'content' | 'makes'>;

interface KeyUse extends Done {
  token: string;
  digest: string;
}

/**
 * Notes that a form's key is used. Nobody else can use it before this transaction ends.
 * @throws SentBefore if the key was used for other content.
 */
export async function consumeKey(tx: Writer, { idempotencyKey, target, content, makes }: KeyOf): Promise<KeyUse> {
  const token = `once:${target}:${idempotencyKey}`;
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  if (await consumeToken(tx, token, KEY_LIFETIME_MS, `${digest} ${makes}`))
    return { token, digest, isNew: true, made: makes };
  const result = (await resultOf(tx, token)) ?? '';
  const [sent, ...made] = result.split(' ');
  if (sent !== digest)
    throw new SentBefore(
      'You have sent this form before with other answers, and they were recorded. Send it again to add the new ones.',
    );
  return { token, digest, isNew: false, made: made.join(' ') || undefined };
}

/** Call it when something other than expected was made. */
export async function noteMade({ query }: Writer, { token, digest }: KeyUse, made: string): Promise<void> {
  await query
    .updateTable('used_tokens')
    .set({ result: `${digest} ${made}` })
    .where('token', '=', token)
    .execute();
}

/** Forgets the key of what was made, while what was sent is still recognised as sent. */
export async function forgetMade({ query }: Writer, key: string): Promise<void> {
  await query
    .updateTable('used_tokens')
    .set({ result: sql<string>`substr(result, 1, ${DIGEST_CHARACTERS})` })
    .where(sql<string>`substr(result, ${DIGEST_CHARACTERS + 2})`, '=', key)
    .execute();
}

async function consumeAttestation(tx: Writer, id: string, target: string, page: string): Promise<void> {
  const token = `attest:${id}`;
  const row = { result: page, expires_at: Date.now() + TOKEN_LIFETIME_MS };
  const added = await insertTokens(tx, [
    { token, ...row },
    { token: `${token}:${target}`, ...row },
  ]);
  if (added === 2) return;
  // If one of the two was there already, it must be from this page; if both were, this form was already sent with it.
  if (added === 0 || (await resultOf(tx, token)) !== page) {
    throw new AttestationUsed(
      'This page has already sent something and needs a new check. Please send the form again.',
    );
  }
}

/** Marks a token as used, for `lifetimeMs` and for every copy of the site; returns false if it was used before. */
export async function consumeToken(
  tx: Writer,
  token: string,
  lifetimeMs: number,
  result: string | null,
): Promise<boolean> {
  return (await insertTokens(tx, [{ token, result, expires_at: Date.now() + lifetimeMs }])) === 1;
}

/** Returns how many of them were new. */
async function insertTokens({ query }: Writer, rows: UsedTokenRow[]): Promise<number> {
  const noted = await query
    .insertInto('used_tokens')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(noted.numInsertedOrUpdatedRows);
}

/** Stores a note for as long as keys are remembered, and returns the note that was there before. */
export async function replaceNote(tx: Writer, token: string, result: string): Promise<string | undefined> {
  const before = await resultOf(tx, token);
  await tx.query
    .insertInto('used_tokens')
    .values({ token, result, expires_at: Date.now() + KEY_LIFETIME_MS })
    .onConflict((conflict) => conflict.column('token').doUpdateSet({ result }))
    .execute();
  return before ?? undefined;
}

export async function forgetTokens({ query }: Writer): Promise<void> {
  await query.deleteFrom('used_tokens').where('expires_at', '<', Date.now()).execute();
}

async function resultOf({ query }: Reader, token: string): Promise<string | null | undefined> {
  const row = await query.selectFrom('used_tokens').select('result').where('token', '=', token).executeTakeFirst();
  return row?.result;
}
