import type { Writer } from '../../db/db.server.ts';
import type { MailingClub } from '../mail/mail.ts';
import type { FormInput } from './save-form.ts';
import type { Reminder } from '../sign-ups/reminders.ts';
import type { Actor } from '../actor.ts';
import type { ClubEvent, EventRow } from '../events/event.ts';

/** Who changes events, and what for. `club` is there if people may be mailed, `form` if the form is saved too. */
export type Why =
  | { action: 'add'; actor: Actor; form: FormInput | undefined }
  | { action: 'edit'; actor: Actor; club: MailingClub; form: FormInput | undefined; tellsSignUps: boolean }
  | { action: 'cancel' | 'resume' | 'remove'; actor: Actor; club: MailingClub }
  | { action: 'save retrospective'; actor: Actor }
  | { action: 'publish' }
  /** Its time to be published has come, but `actor`, who saved it last, may not publish it any more. */
  | { action: 'propose instead'; actor: Actor }
  /** `actor` is null for the operator. */
  | { action: 'bring back'; actor: Actor | null; version: number }
  | { action: 'import' }
  | { action: Consequence };

/** Another event changed the form that both have, or the committee or kind of the event was removed. */
export type Consequence = 'shared form changed' | 'committee removed' | 'kind removed';

/** Nobody changed the event itself, so this is neither history nor news. */
export function isConsequence(why: Why): why is { action: Consequence } {
  return why.action === 'shared form changed' || why.action === 'committee removed' || why.action === 'kind removed';
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
