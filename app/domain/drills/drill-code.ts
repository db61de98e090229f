import { createHmac, randomInt } from 'node:crypto';

/** Letters and digits without 0, O, 1, I: five bits each, eight in a code. */
const CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 8;
/** A code holds the minutes, then a number that makes two codes of one backup differ, then the proof. */
const MINUTE_BITS = 9;
const NUMBER_BITS = 7;
const PROOF_BITS = 24;
const MOST_MINUTES = 2 ** MINUTE_BITS - 1;

/**
 * The machine that restored a backup makes this code, and the site recognises it, because it has noted the digest of
 * each of its backups: docs/decisions/0012-a-drills-code.md.
 */
export function makeDrillCode(digest: string, minutes: number): string {
  const facts = Math.min(minutes, MOST_MINUTES) * 2 ** NUMBER_BITS + randomInt(2 ** NUMBER_BITS);
  return spelled(facts * 2 ** PROOF_BITS + proofOf(digest, facts));
}

interface DrillCode {
  /** The code as it is written: 'XXXX-XXXX'. */
  code: string;
  minutes: number;
  isOf: (digest: string) => boolean;
}

/** Reads a code however it was typed; undefined if it is no code at all. */
export function readDrillCode(typed: string): DrillCode | undefined {
  const characters = typed.toUpperCase().replaceAll(/[\s-]/g, '').split('');
  if (characters.length !== CODE_LENGTH || characters.some((one) => !CHARACTERS.includes(one))) return undefined;
  const whole = characters.reduce((sum, one) => sum * CHARACTERS.length + CHARACTERS.indexOf(one), 0);
  const facts = Math.floor(whole / 2 ** PROOF_BITS);
  return {
    code: spelled(whole),
    minutes: Math.floor(facts / 2 ** NUMBER_BITS),
    isOf: (digest) => proofOf(digest, facts) === whole % 2 ** PROOF_BITS,
  };
}

function proofOf(digest: string, facts: number): number {
  return createHmac('sha256', Buffer.from(digest, 'hex')).update(`drill ${facts}`).digest().readUIntBE(0, 3);
}

function spelled(whole: number): string {
  const characters = Array.from({ length: CODE_LENGTH }, (_, at) =>
    CHARACTERS.charAt(Math.floor(whole / CHARACTERS.length ** (CODE_LENGTH - 1 - at)) % CHARACTERS.length),
  ).join('');
  return `${characters.slice(0, CODE_LENGTH / 2)}-${characters.slice(CODE_LENGTH / 2)}`;
}
