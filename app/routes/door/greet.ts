import type { DoorList } from '../../domain/sign-ups/door/door.ts';
import type { DoorActions } from './door-actions.ts';
import type { DoorClient } from './door-client.ts';
import { withActions } from './expected.ts';
import { readCard, readCode } from './read-code.ts';
import type { Greeting } from './scanner.tsx';
import { REFUSED_CODES } from './sentences.ts';

interface Door {
  list: DoorList;
  client: DoorClient;
  act: DoorActions;
  publicUrl: string;
}

const LOOK_AGAIN_MS = 3000;

/** The greeting for somebody who shows a code to the camera; if they are on the list, they are checked in. */
export async function greet(text: string, { list, client, act, publicUrl }: Door): Promise<Greeting> {
  const card = await readCard(text, publicUrl);
  const look = () => {
    const { list: now = list, actions } = client.view();
    return readCode(text, { list: now, people: withActions(now, actions), publicUrl, card });
  };
  let scanned = look();
  // Somebody who has just signed up may not be on this phone's list yet.
  if (scanned.kind !== 'person' && scanned.kind !== 'waiting' && scanned.kind !== 'other event') {
    await Promise.race([client.sync(), new Promise((done) => setTimeout(done, LOOK_AGAIN_MS))]);
    scanned = look();
  }
  if (scanned.kind === 'person') return act.welcome(scanned.person);
  if (scanned.kind === 'waiting') return { text: `${scanned.person.name} is on the waitlist.`, tone: 'refusal' };
  const toAdd = scanned.kind === 'not on the list' && card ? { name: card.name } : {};
  return { text: REFUSED_CODES[scanned.kind], tone: 'refusal', ...toAdd };
}
