import type { Reader } from '../../db/db.server.ts';

/** What was sent to a form, sign-ups among it. */
export function entriesOf({ query }: Reader, formId: string) {
  return query.selectFrom('entries').where('form_id', '=', formId);
}
