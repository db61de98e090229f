import { cardDigest, readCardCode } from '../../domain/members/card-code.ts';
import type { DoorList } from '../../domain/sign-ups/door/door.ts';
import type { Expected } from './expected.ts';

/** The meaning of a scanned code at this door. */
type Scanned =
  | { kind: 'person'; person: Expected }
  | { kind: 'waiting'; person: Expected }
  | { kind: 'other event' | 'cancelled' | 'unknown' | 'not on the list' };

interface Door {
  list: Pick<DoorList, 'eventKeys' | 'cancelled'>;
  people: Expected[];
  publicUrl: string;
  /** Set if the code is on a membership card. */
  card?: ScannedCard | undefined;
}

interface ScannedCard {
  name: string;
  digest: string;
}

/** undefined if the code is not on a membership card. */
export async function readCard(text: string, publicUrl: string): Promise<ScannedCard | undefined> {
  const holder = readCardCode(text, publicUrl);
  return holder && { name: holder.name, digest: await cardDigest(holder.key) };
}

/** A code contains the event's page and the key of the sign-up: `{publicUrl}/events/{eventKey}#{entryKey}`. */
export function readCode(text: string, { list, people, publicUrl, card }: Door): Scanned {
  if (card) {
    const holder = people.find((person) => person.card === card.digest);
    return holder
      ? { kind: holder.state === 'waiting' ? 'waiting' : 'person', person: holder }
      : { kind: 'not on the list' };
  }
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
