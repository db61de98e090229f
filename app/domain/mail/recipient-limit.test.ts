import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { claimMail, DOWN, queue, REFUSED, rowOf } from '../../../test/outbox.ts';
import type { MailKind } from './mail.ts';
import { recipientDigest, forgetRecipients } from './recipient-limit.ts';
import { sendAgain } from './unsent-mail.ts';
import { admin } from '../../../test/actors.ts';

const DAY = 86_400_000;

describe.each(databases)('mail to one address on %s', (_, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;

  let made = 0;
  async function ask(kind: MailKind, recipient: string, at = Date.now()): Promise<string> {
    const key = `mail-${made++}`;
    await queue(db, key, { kind, recipient });
    await db.write((tx) => tx.query.updateTable('outbox').set({ created_at: at }).where('key', '=', key).execute());
    return key;
  }
  async function claimAll(now = Date.now()): Promise<string[]> {
    const keys: string[] = [];
    for (;;) {
      const mail = await claimMail(db, now);
      if (!mail) return keys;
      keys.push(mail.key);
    }
  }

  test('is one invite and three confirmations a day, however the address is spelt', async () => {
    const spellings = [
      'sam.lee@example.edu',
      'SAM.LEE@Example.EDU',
      'samlee+club@example.edu',
      's.a.m.lee+x@EXAMPLE.edu',
    ];
    for (const kind of ['chat invite', 'event confirmation', 'contact message'] as const) {
      for (const spelling of [...spellings, ...spellings]) await ask(kind, spelling);
    }
    const first = await ask('chat invite', 'samuel@example.edu');
    const kinds = await Promise.all((await claimAll()).map(async (key) => (await rowOf(db, key)).kind));
    expect(Object.groupBy(kinds, (kind) => kind)).toMatchObject({
      'chat invite': { length: 2 },
      'event confirmation': { length: 3 },
      'contact message': { length: 8 },
    });
    expect(await rowOf(db, first)).toMatchObject({ state: 'sending' });
    // What is not sent is not kept either.
    expect(await db.query.selectFrom('outbox').selectAll().execute()).toHaveLength(kinds.length);
  });

  test('about sign-ups is twenty a day, three links and three to confirm, and word of a place is not lost by them', async () => {
    for (const kind of ['sign-up', 'sign-up link', 'sign-up confirmation', 'place'] as const) {
      for (let at = 0; at < 22; at++) await ask(kind, `sam+${at}@example.edu`);
    }
    const kinds = await Promise.all((await claimAll()).map(async (key) => (await rowOf(db, key)).kind));
    expect(Object.groupBy(kinds, (kind) => kind)).toMatchObject({
      'sign-up': { length: 20 },
      'sign-up link': { length: 3 },
      'sign-up confirmation': { length: 3 },
      place: { length: 10 },
    });
  });

  test('about proposals is twenty a day: a committee may propose anew as often as it saves', async () => {
    for (let at = 0; at < 22; at++) await ask('proposal', 'officer@example.edu');
    expect(await claimAll()).toHaveLength(20);
  });

  test('goes out again a day later', async () => {
    const start = Date.now();
    const first = await ask('chat invite', 'sam@example.edu', start);
    await ask('chat invite', 'sam@example.edu', start + DAY - 1);
    const later = await ask('chat invite', 'sam@example.edu', start + DAY);
    expect((await claimAll()).toSorted()).toEqual([first, later].toSorted());
  });

  test('that could not be sent at once has its place, whoever sends it again', async () => {
    const key = await ask('chat invite', 'sam@example.edu');
    for (const outcome of [DOWN, REFUSED]) {
      const mail = await claimMail(db, Date.now() + DAY);
      expect(mail?.key).toBe(key);
      await mail?.end(outcome);
    }
    await sendAgain(db, admin, key);
    expect(await claimAll()).toEqual([key]);
  });

  test('is counted once by all copies of the site', async () => {
    for (let at = 0; at < 9; at++) await ask('event confirmation', `sam+${at}@example.edu`);
    const other = await opened.copy();
    const claimed = await Promise.all(Array.from({ length: 12 }, (_at, at) => claimMail(at % 2 ? db : other)));
    expect(claimed.filter(Boolean)).toHaveLength(3);
  });

  test('leaves a digest, and that for some days', async () => {
    await ask('event confirmation', 'sam@example.edu');
    await claimAll();
    const rows = () => db.query.selectFrom('mailed_recipients').selectAll().execute();
    expect(await rows()).toMatchObject([
      { recipient: recipientDigest('event confirmation', 'sam@example.edu'), place: 0 },
    ]);
    expect(JSON.stringify(await rows())).not.toContain('sam');
    await forgetRecipients(db, Date.now() + 3 * DAY);
    expect(await rows()).toHaveLength(1);
    await forgetRecipients(db, Date.now() + 5 * DAY);
    expect(await rows()).toEqual([]);
  });
});

test('names of nothing but dots or a tag are names all the same', () => {
  const digests = ['...@example.edu', '+a@example.edu', '+b@example.edu', 'a@example.edu'].map((address) =>
    recipientDigest('chat invite', address),
  );
  expect(new Set(digests).size).toBe(4);
});
