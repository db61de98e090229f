import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** The placeholder for a mail's secret in earlier versions, which people could type. */
const MARK = '\uE000secret\uE000';
const MARKED = `%${MARK}%`;
/** The placeholder right after its label; any other one was typed by somebody. */
const IN_TEXT = /(?<=Manage my sign-up:\n\S*\/sign-ups\/)\uE000secret\uE000/g;
const IN_HTML = /(?<=\/sign-ups\/)\uE000secret\uE000(?=">Manage my sign-up<\/a>)/g;

/** Queued mail notes the position of its secret instead of holding a placeholder. */
export async function placeSecrets(db: Kysely<Tables>): Promise<void> {
  const mails = await sql<Stored>`
    select key, message from outbox where secret is not null and message like ${MARKED}`.execute(db);
  for (const row of mails.rows) {
    await sql`update outbox set message = ${placed(row.message)} where key = ${row.key}`.execute(db);
  }
  const mailings = await sql<Stored>`
    select key, message from mailings where done_at is null and message like ${MARKED}`.execute(db);
  for (const row of mailings.rows) {
    await sql`update mailings set message = ${placed(row.message)} where key = ${row.key}`.execute(db);
  }
}

interface Stored {
  key: string;
  message: string;
}

interface Message {
  text: string;
  html: string;
}

function placed(stored: string): string {
  const message: Message = JSON.parse(stored);
  const [text, html] = [place(message.text, IN_TEXT), place(message.html, IN_HTML)];
  const hasRoom = text.at !== undefined && html.at !== undefined;
  return JSON.stringify({
    ...message,
    text: text.plain,
    html: html.plain,
    ...(hasRoom && { secretAt: { text: text.at, html: html.at } }),
  });
}

/** The last placeholder is the mail's own: an officer's words stand before it, and only one line follows it. */
function place(text: string, pattern: RegExp): { plain: string; at: number | undefined } {
  const last = [...text.matchAll(pattern)].at(-1)?.index;
  const plain = (part: string) => part.replaceAll(MARK, '');
  return { plain: plain(text), at: last === undefined ? undefined : plain(text.slice(0, last)).length };
}
