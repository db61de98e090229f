import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** What stood for a mail's secret before, and could be typed. */
const MARK = '\uE000secret\uE000';
const MARKED = `%${MARK}%`;
/** After the label that no text of the club's comes between: what else holds the mark was typed. */
const IN_TEXT = /(?<=Manage my sign-up:\n\S*\/sign-ups\/)\uE000secret\uE000/g;
const IN_HTML = /(?<=\/sign-ups\/)\uE000secret\uE000(?=">Manage my sign-up<\/a>)/g;

/** Mail that waits says where its secret stands, instead of holding a mark for it. */
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

/** The last one is the mail's own: an officer's words come before it, and what comes after it is one line. */
function place(text: string, pattern: RegExp): { plain: string; at: number | undefined } {
  const last = [...text.matchAll(pattern)].at(-1)?.index;
  const plain = (part: string) => part.replaceAll(MARK, '');
  return { plain: plain(text), at: last === undefined ? undefined : plain(text.slice(0, last)).length };
}
