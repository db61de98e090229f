import type { Writer } from '../../db/db.server.ts';
import { Rejected } from '../errors.ts';
import { consumeKey, noteMade, SentBefore } from '../idempotency.ts';

/** A key made when the dialog was opened: however often it is sent, it adds only once. */
export interface Once {
  once?: string | undefined;
}

interface Addition extends Once {
  target: string;
  noun: string;
  content: unknown;
  /** The key of what `work` adds, unless `work` returns another. */
  makes: string;
}

/**
 * Returns the key of what was added, now or before.
 * @throws Rejected if it was sent before with other content.
 */
export async function addOnce(
  tx: Writer,
  { once: idempotencyKey, noun, makes, ...addition }: Addition,
  work: () => Promise<string | void>,
): Promise<string> {
  if (idempotencyKey === undefined) return (await work()) ?? makes;
  const use = await consumeKey(tx, { idempotencyKey, makes, ...addition }).catch((error: unknown) => {
    throw error instanceof SentBefore ? new Rejected(addedAlready(noun)) : error;
  });
  if (!use.isNew) return use.made ?? makes;
  const made = (await work()) ?? makes;
  if (made !== makes) await noteMade(tx, use, made);
  return made;
}

function addedAlready(noun: string): string {
  return `This ${noun} has been created already, as it was before your last changes. Close this, and change it there.`;
}
