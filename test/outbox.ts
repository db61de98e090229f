import sample from '../club.config.ts';
import type { Database } from '../app/db/db.server.ts';
import type { OutboxRow } from '../app/db/tables.ts';
import { mailingClub } from '../app/mail/mailing-club.ts';
import { queueMail, type QueuedMail } from '../app/domain/mail/queue-mail.ts';

/** The sample club as its mails present it. */
export const club = mailingClub(sample, 'https://club.example.edu');

/** Queues a mail that says nothing in particular. */
export async function queue(db: Database, key: string, given: Partial<QueuedMail> = {}): Promise<void> {
  const mail: QueuedMail = {
    ...{ key, kind: 'contact message', recipient: 'sam@example.edu' },
    ...{ subject: 'Hello', text: 'Hello Sam\n', html: '<p>Hello Sam</p>' },
    ...given,
  };
  await db.write((tx) => queueMail(tx, mail));
}

/** The outbox's row with this key; one that is missing fails the test. */
export function rowOf(db: Database, key: string): Promise<OutboxRow> {
  return db.query.selectFrom('outbox').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
}
