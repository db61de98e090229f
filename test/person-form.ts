import { issueToken } from '../app/attest/attestation.server.ts';
import type { Database } from '../app/db/db.server.ts';

/** An event of a day far away, with so many places, and the form that people sign up with. */
export async function storePlaces({ write }: Database, id: string, places: number): Promise<void> {
  const stamp = { version: 1, updated_at: Date.now() };
  await write(async ({ query, changed }) => {
    await query
      .insertInto('forms')
      .values({ id, fields: '[]', asks_person: 1, places, ...stamp })
      .execute();
    await query
      .insertInto('events')
      .values({ key: `event-${id}`, title: 'Game Night', form_id: id, time_start: 2e12, ...stamp })
      .execute();
    changed('event', `event-${id}`);
  });
}

/** What the site acknowledged. */
export interface Acknowledged {
  state: 'going' | 'waiting';
  position?: number;
  link: string;
}

interface Sent {
  name: string;
  secret: string;
  /** What a proxy would say of where it comes from. */
  from: string;
}

export function addressOf(name: string): string {
  return `${name}@example.edu`;
}

/** Signs one person up; undefined where nothing was acknowledged. */
export async function signUpPerson(
  url: string,
  form: string,
  { name, secret, from }: Sent,
): Promise<Acknowledged | undefined> {
  const answer = await fetch(`${url}/api/entries/${form}`, {
    method: 'POST',
    body: JSON.stringify({
      answers: { name, email: addressOf(name) },
      token: issueToken(secret, Date.now()),
      once: crypto.randomUUID(),
    }),
    headers: { origin: url, 'content-type': 'application/json', 'x-forwarded-for': from },
  });
  return answer.ok ? (await answer.json()).signUp : undefined;
}

/** Gives up the sign-up that a link leads to; true once that was acknowledged. */
export async function cancelPerson(url: string, link: string): Promise<boolean> {
  const answer = await fetch(`${url}${link}.data`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ verb: 'cancel' }),
  });
  await answer.arrayBuffer();
  return answer.ok;
}
