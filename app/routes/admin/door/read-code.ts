import type { DoorList } from '../../../domain/sign-ups/door/door.ts';
import type { Expected } from './expected.ts';

/** What a scanned code is at this door. */
export type Scanned =
  | { kind: 'person'; person: Expected }
  | { kind: 'waiting'; person: Expected }
  | { kind: 'other event' | 'cancelled' | 'unknown' };

interface Door {
  list: Pick<DoorList, 'eventKeys' | 'cancelled'>;
  people: Expected[];
  publicUrl: string;
}

/** A code holds an event's page, and behind it whose it is: `{publicUrl}/events/{eventKey}#{entryKey}`. */
export function readCode(text: string, { list, people, publicUrl }: Door): Scanned {
  const code = partsOf(text, publicUrl);
  if (!code) return { kind: 'unknown' };
  if (!list.eventKeys.includes(code.eventKey)) return { kind: 'other event' };
  if (list.cancelled.includes(code.entryKey)) return { kind: 'cancelled' };
  const person = people.find(({ key }) => key === code.entryKey);
  if (!person) return { kind: 'unknown' };
  return { kind: person.state === 'waiting' ? 'waiting' : 'person', person };
}

function partsOf(text: string, publicUrl: string): { eventKey: string; entryKey: string } | undefined {
  const start = `${publicUrl}/events/`;
  const [page = '', entryKey] = text.split('#');
  if (!page.startsWith(start) || !entryKey) return undefined;
  try {
    return { eventKey: decodeURIComponent(page.slice(start.length)), entryKey };
  } catch {
    return undefined;
  }
}
