import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { rowOf } from '../../../test/outbox.ts';
import { readMessage, withSecret } from '../../domain/mail/mail.ts';
import { rebuildTables } from '../whole-tables.ts';
import { migrations } from './all.ts';

const BEFORE = Object.keys(migrations).filter((name) => name < '025-');
const MARK = '\uE000secret\uE000';
const TYPED = `https://elsewhere.example/?${MARK}`;

test.each(databases)('mail that waited is sent with its link, and with no other, on %s', async (_, open) => {
  const { db, close } = await open();
  const message = JSON.stringify({
    subject: 'You have a place',
    text: `${TYPED}\n\nManage my sign-up:\nhttps://club.example/sign-ups/${MARK}\n\n-- \nClub ${TYPED}\n`,
    html: `<p>${TYPED}</p><p><a href="https://club.example/sign-ups/${MARK}">Manage my sign-up</a></p><p>${TYPED}</p>`,
  });
  const plain = JSON.stringify({ subject: 'Test', text: `Hello ${TYPED}`, html: `Hello ${TYPED}` });
  await db.write((tx) =>
    rebuildTables(tx, db.dialect, BEFORE, async () => {
      for (const [key, text, secret, at] of [
        ['with-link', message, 'T0KEN', 1],
        ['without', plain, null, 2],
      ]) {
        await sql`insert into outbox (key, kind, recipient, message, state, attempts, next_at, created_at, secret)
          values (${key}, 'message', 'ana@example.org', ${text}, 'waiting', 0, ${at}, 1, ${secret})`.execute(tx.query);
      }
      await sql`insert into mailings (key, form_id, name, kind, message, states, done_up_to, created_at)
        values ('m', 'f', 'm', 'message', ${message}, 'going', '', 1)`.execute(tx.query);
    }),
  );
  const sent = async (key: string) => {
    const { message: stored, secret } = await rowOf(db, key);
    const read = readMessage(stored);
    return read && withSecret(read, secret);
  };
  expect(await sent('with-link')).toEqual({
    subject: 'You have a place',
    text: 'https://elsewhere.example/?\n\nManage my sign-up:\nhttps://club.example/sign-ups/T0KEN\n\n-- \nClub https://elsewhere.example/?\n',
    html: '<p>https://elsewhere.example/?</p><p><a href="https://club.example/sign-ups/T0KEN">Manage my sign-up</a></p><p>https://elsewhere.example/?</p>',
  });
  expect(await sent('without')).toMatchObject({ subject: 'Test', text: `Hello ${TYPED}` });
  const mailing = await db.query.selectFrom('mailings').select('message').executeTakeFirstOrThrow();
  expect(JSON.parse(mailing.message)).toMatchObject({
    secretAt: { text: expect.any(Number), html: expect.any(Number) },
  });
  await close();
});
