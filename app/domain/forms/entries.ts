import type { Reader } from '../../db/db.server.ts';

/** The responses to a form, sign-ups included. */
export function entriesOf({ query }: Reader, formId: string) {
  return query.selectFrom('entries').where('form_id', '=', formId);
}
