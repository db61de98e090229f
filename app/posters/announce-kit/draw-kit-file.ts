import pLimit from 'p-limit';
import { inChildProcess, type ChildLimits } from '../../limits/child-process.ts';
import type { KitContent, KitFile } from './kit.ts';

export interface KitOrder {
  file: KitFile;
  content: KitContent;
  /** The language of the club's texts, such as 'en-CA'. */
  language: string;
}

const PROGRAM = 'app/posters/announce-kit/draw-process.ts';
const LIMITS: ChildLimits = { timeMs: 30_000, megabytes: 512 };
/** Enough for three officers who open the screen at once. */
const MOST_WAITING = 12;

const oneByOne = pLimit(1);

export class QueueFull extends Error {
  override name = 'QueueFull';
}

/** Takes a second or two in a process of its own, one after another. @throws QueueFull, TooCostly */
export async function drawKitFile(order: KitOrder): Promise<Uint8Array<ArrayBuffer>> {
  if (oneByOne.pendingCount >= MOST_WAITING) throw new QueueFull('Too much is waiting already');
  return oneByOne(() => inChildProcess(PROGRAM, order, LIMITS));
}
