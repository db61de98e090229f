import type { Reader } from '../../../db/db.server.ts';
import type { SignUpState } from '../../../db/tables.ts';
import { Rejected } from '../../errors.ts';
import { LEAST_OPEN_MS } from '../settings.ts';
import type { SignUpSettings, StoredSettings } from '../rules.ts';
import { entriesOf } from '../../forms/entries.ts';

/**
 * Keeps what people who entered could rely on: places are drawn, and not earlier than was announced.
 * @throws Rejected with a message under the name of the dialog's field.
 */
export async function refuseChangedDraw(
  db: Reader,
  formId: string,
  { before, after }: { before: StoredSettings | undefined; after: SignUpSettings | null },
  now: number,
): Promise<void> {
  const refuse = (field: string, message: string) => {
    throw new Rejected(message, { [field]: message });
  };
  if ((before?.draw ?? false) !== (after?.draw ?? false)) {
    if (after === null && (await hasSignUps(db, formId, ['entered']))) return refuse('asksPerson', STAYS_ASKED);
    if (before && after && (await hasSignUps(db, formId, ['entered', 'going', 'waiting'])))
      return refuse('givenBy', ENTERED);
  }
  if (!after?.draw) return undefined;
  const { opens, closes } = after;
  if (before?.draw && before.closes !== null) {
    if (before.closes === closes) return undefined;
    if (await hasBegun(db, formId)) {
      if (before.drawnAt !== null || before.closes <= now) return refuse('closes', HAS_CLOSED);
      if (closes === null || closes < before.closes) return refuse('closes', ONLY_LATER);
      return undefined;
    }
  }
  if (closes === null || closes <= now) return refuse('closes', PASSED);
  if (opens === null && closes < now + LEAST_OPEN_MS) return refuse('closes', TOO_SHORT);
  return undefined;
}

const STAYS_ASKED = 'People are in the draw: the form has to ask for name and email until places are drawn.';
const ENTERED = 'Somebody has signed up: how places are given cannot be changed any more.';
const HAS_CLOSED = 'Sign-up has closed: the time of the draw cannot be changed any more.';
const ONLY_LATER = 'People know when places are drawn: this can only be moved later.';
const PASSED = 'This time has passed. Please choose a later one.';
export const TOO_SHORT = 'Sign-up must be open for at least ten minutes before the draw. Please enter a later time.';

async function hasSignUps(db: Reader, formId: string, states: SignUpState[]): Promise<boolean> {
  const one = entriesOf(db, formId).select('key').where('state', 'in', states).limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}

/** True once the draw's fingerprint can be seen. */
async function hasBegun({ query }: Reader, formId: string): Promise<boolean> {
  const row = await query.selectFrom('forms').select('draw_secret').where('id', '=', formId).executeTakeFirst();
  return typeof row?.draw_secret === 'string';
}
