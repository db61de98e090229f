import type { Writer } from '../../db/db.server.ts';
import type { MailingClub } from '../mail/mail.ts';
import type { FormInput } from './save-form.ts';
import type { Reminder } from '../sign-ups/reminders.ts';
import type { Actor } from '../actor.ts';
import type { ClubEvent, EventRow } from '../events/event.ts';

/** Who changes events, and what for. `club` is there if people may be mailed, `form` if the form is saved too. */
export type Why =
  | { deed: 'add'; actor: Actor; form: FormInput | undefined }
  | { deed: 'edit'; actor: Actor; club: MailingClub; form: FormInput | undefined; tellsSignUps: boolean }
  | { deed: 'cancel' | 'resume' | 'remove'; actor: Actor; club: MailingClub }
  | { deed: 'look back'; actor: Actor }
  | { deed: 'publish' }
  /** Its time to be published has come, but `actor`, who saved it last, may not publish it any more. */
  | { deed: 'propose instead'; actor: Actor }
  /** `actor` is null for the operator. */
  | { deed: 'bring back'; actor: Actor | null; version: number }
  | { deed: 'import' }
  | { deed: Consequence };

/** Another event changed the form that both have, or the committee or kind of the event was removed. */
export type Consequence = 'share a form' | 'lose its committee' | 'lose its kind';

/** Nobody changed the event itself, so this is neither history nor news. */
export function isConsequence(why: Why): why is { deed: Consequence } {
  return why.deed === 'share a form' || why.deed === 'lose its committee' || why.deed === 'lose its kind';
}

/** The change of one event: `before` is null for a new event, and `after` for one that is removed. */
export interface EventChange {
  key: string;
  before: ClubEvent | null;
  after: ClubEvent | null;
  /** The same, as stored. */
  rows: { before: EventRow | null; after: EventRow | null };
  /** The reminders before the change, of the event and of those that share its form. */
  reminders: Reminder[];
}

/** Does what follows from changes, in the transaction that makes them, once the events themselves are written. */
export type Reaction = (tx: Writer, changes: EventChange[], why: Why, now: number) => Promise<void>;
