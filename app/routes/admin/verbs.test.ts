import { describe, expect, it } from 'vitest';
import { wordingOf } from './verbs.ts';

function sentence(verb: string, topic: string, title: string): string {
  const { before, after = '', isPlain = false } = wordingOf(verb, topic);
  return ['Ada', before, isPlain ? title : `‘${title}’`, after].filter(Boolean).join(' ');
}

describe('what somebody did', () => {
  it.each([
    ['updated', 'event', 'Jam', 'Ada updated the event ‘Jam’'],
    ['looked back on', 'event', 'Jam', 'Ada noted how ‘Jam’ went'],
    ['imported', 'event', '12 events', 'Ada imported 12 events'],
    ['added', 'entry', 'Jam', 'Ada added a response to ‘Jam’'],
    ['noted a payment of', 'entry', 'Trip', 'Ada noted a payment for ‘Trip’'],
    ['noted a payment of', 'member', 'Ben', 'Ada noted a payment of the member ‘Ben’'],
    ['added', 'door', 'Jam', 'Ada made a link for helpers for ‘Jam’'],
    ['invited', 'user', 'ben@example.edu (Events)', 'Ada invited ben@example.edu (Events)'],
    ['sent again', 'mail', 'chat invite', 'Ada sent the chat invite mail again'],
    ['removed', 'subscriber', 'one address', 'Ada removed one address from the mail of the week'],
    ['added to', 'handover', 'Bank', 'Ada added ‘Bank’ to the handover'],
    ['wrote', 'mail', 'to 2 people with a place of ‘Jam’', 'Ada wrote to 2 people with a place of ‘Jam’'],
  ])('%s %s: reads as a sentence', (verb, topic, title, expected) => {
    expect(sentence(verb, topic, title)).toBe(expected);
  });
});
