import { Rejected, TooLarge } from '../domain/errors.ts';
import { MOST_FILE_BYTES, type EventFile } from '../domain/event-import/event-file.ts';
import { inChildProcess, TooCostly, type ChildLimits } from '../limits/child-process.ts';
import type { EventFormat } from './formats.ts';
import type { EventCsvAnswers } from './read-events-csv.ts';

export interface EventFileOrder {
  format: EventFormat;
  text: string;
  /** The club's zone. */
  timeZone: string;
  /** Epoch milliseconds. */
  now: number;
  answers: EventCsvAnswers;
}

export type EventFileAnswer = { read: EventFile } | { rejected: string } | { tooLarge: string };

const PROGRAM = 'app/event-files/read-events-process.ts';
const LIMITS: ChildLimits = { timeMs: 20_000, megabytes: 384 };

/** Reads the file in a process of its own, within limits of time and memory. @throws Rejected, TooLarge */
export async function readEventFile(
  order: Omit<EventFileOrder, 'now'>,
  limits: ChildLimits = LIMITS,
): Promise<EventFile> {
  if (Buffer.byteLength(order.text) > MOST_FILE_BYTES)
    throw new TooLarge(`This file is larger than ${MOST_FILE_BYTES / 1_000_000} MB. Please import it in parts.`);
  try {
    const answer: EventFileAnswer = await inChildProcess(PROGRAM, { ...order, now: Date.now() }, limits);
    if ('read' in answer) return answer.read;
    if ('tooLarge' in answer) throw new TooLarge(answer.tooLarge);
    throw new Rejected(answer.rejected);
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    throw new Rejected(`This file cannot be read: ${error.message}. Please import it in parts.`);
  }
}
