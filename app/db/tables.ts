/** 0 or 1, as SQLite has no booleans. null: the record did not say. */
type Flag = number | null;
type Json = string;
/** Epoch milliseconds. */
type Instant = number;

/** The `files` object: one row per key, of which this product knows `homeSlideshow`. */
export interface FilesSettingRow {
  key: string;
  value: Json;
  version: number;
  updated_at: Instant;
}

export interface FormRow {
  id: string;
  fields: Json | null;
  /** null: as the club's configuration says. */
  responses_days: number | null;
  asks_person: Flag;
  /** null: no limit. */
  places: number | null;
  /** null counts as on. */
  waitlist: Flag;
  opens: Instant | null;
  closes: Instant | null;
  /** Hours before the event; null: nobody is reminded. */
  remind_hours: number | null;
  confirms: Flag;
  /** `members`: only they sign up, until `members_until` where that is given; null: everyone. */
  audience: string | null;
  members_until: Instant | null;
  /** Hours before the event; null: nobody is asked whether they still come. */
  ask_again_hours: number | null;
  pass_on: Flag;
  /** 1: places are given by a draw. */
  draw: Flag;
  /** As hex in small letters: until the draw nobody else may read it. null: not made yet. */
  draw_secret: string | null;
  drawn_at: Instant | null;
  /** What was drawn (app/domain/sign-ups/draw/result.ts). */
  drawn: Json | null;
  /** Until then places are kept for the options of Radio fields that have limits; null: for nobody. */
  keep_until: Instant | null;
  /** When those who waited got what was left of them. */
  released_at: Instant | null;
  /** What a place costs, in cents (app/domain/money.ts); null: nothing. */
  price: number | null;
  /** For members; null: the same. */
  member_price: number | null;
  /** Markdown. */
  how_to_pay: string | null;
  /** null: until the event. */
  pay_within_days: number | null;
  give_up_unpaid: Flag;
  /** The number of the newest calendar file that was mailed (app/domain/events/calendar-edition.ts). null: none was. */
  calendar_sequence: number | null;
  extra: Json | null;
  version: number;
  updated_at: Instant;
}

/** `unconfirmed`: nobody has shown yet that the address is theirs; it holds nothing. `entered`: in a draw that is to come. */
export type SignUpState = 'unconfirmed' | 'going' | 'waiting' | 'entered' | 'cancelled';

export interface EntryRow {
  form_id: string;
  key: string;
  answers: Json;
  created_at: Instant;
  /** null: an answer of nobody in particular. */
  state: SignUpState | null;
  /** In small letters, trimmed: one form has it once. */
  email: string | null;
  since: Instant | null;
  checked_in: Instant | null;
  /** Every check-in that a phone at the door noted (app/domain/sign-ups/door/check-ins.ts). */
  check_ins: Json | null;
  /** The beginning for which they were asked whether they still come. */
  asked_for: Instant | null;
  /** The one for which they said yes. */
  coming_for: Instant | null;
  /** Given to anyone who is in a draw, or was; unique within a form. */
  ticket: string | null;
  /** What their place costs, in cents, as it was when they got it; null: nothing. */
  owes: number | null;
  /** By which their payment is known; unique over all forms. */
  reference: string | null;
  pay_by: Instant | null;
  /** 1: `pay_by` is the event's beginning, and moves with it. */
  pays_with_start: Flag;
  /** null: they were reminded, or are not to be. */
  remind_to_pay_at: Instant | null;
  /** A day of the club, 'YYYY-MM-DD', as the other two. */
  paid_on: string | null;
  paid_how: string | null;
  paid_note: string | null;
  /** In cents. */
  paid_amount: number | null;
  refunded_on: string | null;
  /** Since when it is the club's, though they have no place. */
  kept_on: string | null;
}

/** A payment of somebody whose name and answers were erased before it was. */
export interface NamelessPaymentRow extends Pick<EntryRow, 'form_id' | 'owes' | 'refunded_on' | 'kept_on'> {
  reference: string;
  paid_on: string;
  paid_how: string;
  paid_amount: number;
  /** 1: they had a place. */
  has_place: number;
}

/** That a response chose an option which has a limit: counting them reads no answers (app/domain/forms/chosen-options.ts). */
interface ChosenOptionRow {
  form_id: string;
  entry_key: string;
  field: string;
  option: string;
}

interface SignUpLinkRow {
  /** SHA-256 of the link's token: a copy of the database opens no sign-up. */
  token_hash: string;
  form_id: string;
  entry_key: string;
  created_at: Instant;
  /** 1: it went to the address of the sign-up, and nowhere else: anyone who has it has that mail. */
  mailed: Flag | null;
  /** 1: somebody has opened what it leads to. */
  followed: Flag | null;
}

/** To a membership card. */
interface MemberLinkRow {
  /** SHA-256 of the link's token. */
  token_hash: string;
  member_key: string;
  created_at: Instant;
}

/** Somebody who asked for the mail of the week, and has not confirmed it. */
interface SubscriptionRequestRow {
  /** SHA-256 of the link's token. */
  token_hash: string;
  email: string;
  created_at: Instant;
}

/** A link that ends the mail of the week, also of who has ended it by another. */
interface StopLinkRow {
  /** SHA-256 of the link's token. */
  token_hash: string;
  /** What its token makes of the address; of one from before, the subscriber's key. */
  subscriber_key: string;
  created_at: Instant;
}

/** The mail of one week, from its first note on. */
export interface DigestRow {
  /** At the club, 'YYYY-MM-DD'. */
  day: string;
  /** Markdown, and what a mail shows of it. */
  note: string;
  note_html: string;
  is_left_out: number;
  began_at: Instant | null;
  done_at: Instant | null;
  /** The key of the last subscriber it was written to. */
  done_up_to: string;
  /** Until it is done. */
  message: Json;
  /** The keys of the events that were public by then; empty if nothing was sent. */
  announced: Json;
}

interface DoorLinkRow {
  /** SHA-256 of the link's token. */
  token_hash: string;
  /** Names the link to open phones; it opens nothing. */
  id: string;
  event_key: string;
  created_at: Instant;
  /** Beside the names. */
  shows_answers: Flag | null;
  shows_payments: Flag;
}

export interface UserRow {
  uid: string;
  admin: Flag;
  /** A role's name; empty: the flag says it. */
  role: string | null;
  /** As the identity provider or an import says it: anybody may have said so. */
  email: string | null;
  /** Verified by the identity provider: the only address that anything is compared with. */
  verified_email: string | null;
  granted_to: string | null;
  /** 1: made before keys held the issuer; stored under the provider's subject until its owner signs in again. */
  legacy: Flag;
  /** The keys of their committees as a list; counts with that role. */
  committees: Json | null;
  /** 1: they are written to about proposals. */
  mails_proposals: Flag;
  name: string | null;
  extra: Json | null;
  created_at: Instant;
  signed_in_at: Instant | null;
}

interface InvitationRow {
  key: string;
  email: string;
  role: string;
  /** The account of the person who sent it. */
  invited_by: string;
  /** As a user's. */
  committees: Json | null;
  created_at: Instant;
}

interface SessionRow {
  /** SHA-256 of the cookie's value: a copy of the database opens no session. */
  id_hash: string;
  uid: string;
  created_at: Instant;
  seen_at: Instant;
}

/** Whether or not a record names it. `path` is year/month/day/guid; the content is at path/name. */
export interface FileRow {
  guid: string;
  path: string;
  name: string;
  content_type: string;
  /** Bytes. */
  size: number;
  /** Pixels; null for everything but images. */
  width: number | null;
  height: number | null;
  /** A tiny WebP as a data URI. */
  blur: string | null;
  created_at: Instant;
}

export interface ListedFileRow extends FileRow {
  /** When the last record that named it ceased to; null: none ever did. Of no meaning while one does. */
  unused_since: Instant | null;
}

interface FileUseRow {
  guid: string;
  topic: string;
  record_key: string;
}

export interface UnknownRecordRow {
  collection: string;
  key: string;
  value: Json;
}

interface AppStateRow {
  name: string;
  value: string;
}

export interface ActivityRow {
  key: string;
  at: Instant;
  uid: string | null;
  who: string;
  verb: string;
  topic: string;
  record_key: string;
  title: string;
}

/** Stored for 30 days. */
export interface TrashRow {
  key: string;
  topic: string;
  record_key: string;
  title: string;
  content: Json;
  removed_by: string;
  removed_at: Instant;
}

interface FileDeletionRow {
  path: string;
  due_at: Instant;
}

/** While one lasts, no stored content is erased: a backup is copying it. */
interface ErasureHoldRow {
  key: string;
  until: Instant;
}

/** Stays after the field has gone. */
interface FormLabelRow {
  form_id: string;
  name: string;
  description: string;
}

export interface FormerFormRow {
  form_id: string;
  event_key: string;
}

export interface SubmissionRow {
  form: string;
  key: string;
  answers: Json;
  created_at: Instant;
  /** An Admin is done with it. */
  done_at: Instant | null;
}

export type JobKind =
  | 'mail'
  | 'mailing'
  | 'announcement'
  | 'publication'
  | 'page publication'
  | 'reminder'
  | 'question'
  | 'passing on'
  | 'draw'
  | 'release'
  | 'payment reminder'
  | 'giving up'
  | 'renewal'
  | 'card request'
  | 'subscription request'
  | 'digest'
  | 'tidying'
  | 'dates'
  | 'adoption';

/** Something to be done at its moment (app/domain/jobs/); gone once it is done. `key` names what it is about. */
export interface JobRow {
  kind: JobKind;
  key: string;
  state: 'waiting' | 'running' | 'failed';
  /** Names the claim of the process that runs it; each claim has its own. */
  lease: string | null;
  /** While it is running, when the process that runs it is taken for gone. */
  run_at: Instant;
  attempts: number;
  queued_at: Instant;
  /** The last trouble. */
  error: string | null;
  /** Where lanes take turns (app/domain/jobs/turns.ts): its own, and whose it is before the first space. Else empty. */
  lane: string;
}

export interface OutboxRow {
  key: string;
  kind: string;
  recipient: string;
  message: Json;
  /** Until it is sent, with the three below: how the version before queued mail. Empty: its job says it. */
  state: 'waiting' | 'sending' | 'sent' | 'failed' | '';
  attempts: number;
  next_at: Instant;
  error: string | null;
  created_at: Instant;
  sent_at: Instant | null;
  /** Left out of the message until it is sent, such as a link's token; gone once it is sent. */
  secret: string | null;
  /** From then on it is of no use to anyone, and not sent. */
  expires_at: Instant | null;
}

/** One mail to many who signed up, worked off in parts. Stored for a while, so that the same one is not begun again. */
export interface MailingRow {
  key: string;
  form_id: string;
  kind: string;
  /** Ends the key of each person's mail. */
  name: string;
  message: Json;
  /** The states of sign-ups that are written to, with a space between. */
  states: string;
  /** Who signed up later is not written to. */
  signed_up_by: Instant | null;
  /** Where given, it is of no use once this event begins at another time than `expires_at`, or has begun. */
  event_key: string | null;
  expires_at: Instant | null;
  /** Pairs of an entry's key and address, where the sign-ups themselves are gone. */
  recipients: Json | null;
  /** The last entry whose mail is queued. */
  done_up_to: string;
  created_at: Instant;
  done_at: Instant | null;
}

/** One message in the club's chat. What it says is written when it is sent, from the event as it is then. */
export interface AnnouncementRow {
  key: string;
  event_key: string;
  kind: 'published' | 'changed' | 'cancelled' | 'resumed';
  /** When and where the event was before, as people were last notified of it. */
  former_plan: Json | null;
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'uncertain' | 'deleted';
  /** Counts what happened to the event, so that a change during an attempt is not lost. */
  revision: number;
  attempts: number;
  /** When it is tried next; while it is sent, when the person who sends it is taken for gone. */
  next_at: Instant;
  queued_at: Instant;
  created_at: Instant;
  error: string | null;
  /** As the chat names it: with it the message can be edited. */
  message_id: string | null;
  posted_at: Instant | null;
  /** As it stands in the chat, or may. */
  shown_title: string | null;
  shown_plan: Json | null;
  /** null: what stands there is not known. */
  shown_digest: string | null;
}

interface MailedRecipientRow {
  recipient: string;
  place: number;
  mail: string;
  at: Instant;
}

/** An attestation, or a form's key against double sending, with what came of it. */
export interface UsedTokenRow {
  token: string;
  result: string | null;
  expires_at: Instant;
}

/** What stands at a path of the club's configuration instead of the file's text; null: the file's, again. */
interface TextRow {
  path: string;
  text: string | null;
  version: number;
  updated_at: Instant;
}

/** 'begin' and 'finish' too. */
interface HandoverStepRow {
  step: string;
  /** The account of the person who did it; null if it was erased. */
  done_by: string | null;
  done_at: Instant;
}

/** What everybody had when the handover began. */
interface HandoverRoleRow {
  uid: string;
  role: string;
}

export interface HandoverItemRow {
  key: string;
  title: string;
  owner: string;
  is_done: number;
  version: number;
  created_at: Instant;
  second_owner: string;
  /** 'YYYY-MM-DD'; empty for what has no end. */
  ends_on: string;
}

/** Whose a thing is that the site finds by itself. */
export interface DateOwnersRow {
  thing: string;
  owner: string;
  second_owner: string;
  version: number;
}

/** Its owners were written to so many days before this end. */
interface DateMailRow {
  thing: string;
  ends_on: string;
  days: number;
}

interface DrillRow {
  /** It counts once. */
  code: string;
  backup_at: Instant;
  minutes: number;
  done_at: Instant;
  /** null: their account is gone. */
  done_by: string | null;
}

/** How an event was attended, counted a day after it. */
export interface EventCountRow {
  event_key: string;
  /** Always empty: the event's own is shown. */
  title: '';
  /** The event's start when it was counted. */
  start: Instant;
  sign_ups: number;
  /** null: the door was not used. */
  at_door: number | null;
  /** As officers say it. */
  told: number | null;
  /** Who came up for the first time in that year of the club. */
  new_people: number;
  /** In cents; null: it cost nothing. */
  taken_in: number | null;
  counted_at: Instant;
  /** What an import says and this product does not know, as JSON. */
  extra: string | null;
}

/** `mark`: a digest of an address with that year's key; a random one for an erased person. */
interface YearPersonRow {
  year: number;
  mark: string;
}

/** How many members of a club's year were erased since: they stay counted. */
export interface YearMembersRow {
  year: number;
  paid: number;
  joined: number;
  /** What an import says and this product does not know, as JSON. */
  extra: string | null;
}

/** What somebody found fine as it is, while it is as it was then. */
interface SettledFindingRow {
  finding: string;
  state: string;
}

/** An address at which a page is public, or was. */
interface PageAddressRow {
  slug: string;
  page_key: string;
}

/** Where a short link is, or was. */
interface LinkAddressRow {
  slug: string;
  link_key: string;
}

/** How frequently a short link was followed on a day of the club's. */
interface LinkVisitsRow {
  link_key: string;
  /** 'YYYY-MM-DD' */
  day: string;
  visits: number;
}

/** The tables of plain records are added where these are defined: app/domain/records/define.ts. */
export interface Tables {
  files_settings: FilesSettingRow;
  forms: FormRow;
  entries: EntryRow;
  chosen_options: ChosenOptionRow;
  sign_up_links: SignUpLinkRow;
  member_links: MemberLinkRow;
  subscription_requests: SubscriptionRequestRow;
  stop_links: StopLinkRow;
  digests: DigestRow;
  door_links: DoorLinkRow;
  users: UserRow;
  invitations: InvitationRow;
  sessions: SessionRow;
  files: ListedFileRow;
  file_uses: FileUseRow;
  unknown_records: UnknownRecordRow;
  app_state: AppStateRow;
  activity: ActivityRow;
  trash: TrashRow;
  file_deletions: FileDeletionRow;
  erasure_holds: ErasureHoldRow;
  form_labels: FormLabelRow;
  former_forms: FormerFormRow;
  submissions: SubmissionRow;
  jobs: JobRow;
  outbox: OutboxRow;
  mailings: MailingRow;
  announcements: AnnouncementRow;
  mailed_recipients: MailedRecipientRow;
  used_tokens: UsedTokenRow;
  texts: TextRow;
  handover_steps: HandoverStepRow;
  handover_roles: HandoverRoleRow;
  handover_items: HandoverItemRow;
  date_owners: DateOwnersRow;
  date_mails: DateMailRow;
  drills: DrillRow;
  settled_findings: SettledFindingRow;
  nameless_payments: NamelessPaymentRow;
  event_counts: EventCountRow;
  year_people: YearPersonRow;
  year_members: YearMembersRow;
  page_addresses: PageAddressRow;
  link_addresses: LinkAddressRow;
  link_visits: LinkVisitsRow;
}
