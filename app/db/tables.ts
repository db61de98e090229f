/** 0 or 1, as SQLite has no booleans. null: the record did not say. */
type Flag = number | null;
type Json = string;
/** Epoch milliseconds. */
type Instant = number;

/** One row per key of the `files` object; this product knows `homeSlideshow`. */
export interface FilesSettingRow {
  key: string;
  value: Json;
  version: number;
  updated_at: Instant;
}

export interface FormRow {
  id: string;
  fields: Json | null;
  /** null: as in the club's configuration. */
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
  /** `members`: only members can sign up, until `members_until` if that is set. null: everyone can. */
  audience: string | null;
  members_until: Instant | null;
  /** Hours before the event; null: nobody is asked 'Still coming?'. */
  ask_again_hours: number | null;
  pass_on: Flag;
  /** 1: a draw decides who gets a place. */
  draw: Flag;
  /** In lower-case hex. Secret until the draw. null: not made yet. */
  draw_secret: string | null;
  drawn_at: Instant | null;
  /** The result of the draw (app/domain/sign-ups/draw/result.ts). */
  drawn: Json | null;
  /** Until then, places are kept for the options of Radio fields with limits; null: none are kept. */
  keep_until: Instant | null;
  /** When the places left over went to people on the waitlist. */
  released_at: Instant | null;
  /** The price of a place in cents (app/domain/money.ts); null: free. */
  price: number | null;
  /** The price for members; null: the same. */
  member_price: number | null;
  /** Markdown. */
  how_to_pay: string | null;
  /** null: until the event. */
  pay_within_days: number | null;
  give_up_unpaid: Flag;
  /** The number of the newest calendar file that was mailed (app/domain/events/calendar-edition.ts); null: none yet. */
  calendar_sequence: number | null;
  extra: Json | null;
  version: number;
  updated_at: Instant;
}

/** `unconfirmed`: nobody has confirmed the address yet, so it holds no place. `entered`: in a coming draw. */
export type SignUpState = 'unconfirmed' | 'going' | 'waiting' | 'entered' | 'cancelled';

export interface EntryRow {
  form_id: string;
  key: string;
  answers: Json;
  created_at: Instant;
  /** null: the form asks for no person. */
  state: SignUpState | null;
  /** Trimmed and in lower case; unique within a form. */
  email: string | null;
  since: Instant | null;
  checked_in: Instant | null;
  /** Every check-in that a phone at the door noted (app/domain/sign-ups/door/check-ins.ts). */
  check_ins: Json | null;
  /** The event's start for which they were asked whether they still come. */
  asked_for: Instant | null;
  /** The event's start for which they said yes. */
  coming_for: Instant | null;
  /** For everyone who is or was in a draw; unique within a form. */
  ticket: string | null;
  /** The price of their place when they got it, in cents; null: free. */
  owes: number | null;
  /** Identifies their payment; unique among all forms. */
  reference: string | null;
  pay_by: Instant | null;
  /** 1: `pay_by` is the event's start, and moves with it. */
  pays_with_start: Flag;
  /** null: they have been reminded, or will not be. */
  remind_to_pay_at: Instant | null;
  /** A day of the club, 'YYYY-MM-DD', like the two dates below. */
  paid_on: string | null;
  paid_how: string | null;
  paid_note: string | null;
  /** In cents. */
  paid_amount: number | null;
  refunded_on: string | null;
  /** The day on which the club kept the money, though they have no place. */
  kept_on: string | null;
}

/** The payment of a person whose name and answers have been erased. */
export interface NamelessPaymentRow extends Pick<EntryRow, 'form_id' | 'owes' | 'refunded_on' | 'kept_on'> {
  reference: string;
  paid_on: string;
  paid_how: string;
  paid_amount: number;
  /** 1: they had a place. */
  has_place: number;
}

/** A limited option that a response chose. With these rows, counting reads no answers (app/domain/forms/chosen-options.ts). */
interface ChosenOptionRow {
  form_id: string;
  entry_key: string;
  field: string;
  option: string;
}

interface SignUpLinkRow {
  /** SHA-256 of the link's token, so that a copy of the database opens no sign-up. */
  token_hash: string;
  form_id: string;
  entry_key: string;
  created_at: Instant;
  /** 1: it was only ever mailed to the address of the sign-up, so whoever has it got that mail. */
  mailed: Flag | null;
  /** 1: somebody has opened the link. */
  followed: Flag | null;
}

/** A link to a membership card. */
interface MemberLinkRow {
  /** SHA-256 of the link's token. */
  token_hash: string;
  member_key: string;
  created_at: Instant;
}

/** An address that asked for the mail of the week and has not confirmed it yet. */
interface SubscriptionRequestRow {
  /** SHA-256 of the link's token. */
  token_hash: string;
  email: string;
  created_at: Instant;
}

/** A link that ends the mail of the week. It stays after another link has ended it. */
interface StopLinkRow {
  /** SHA-256 of the link's token. */
  token_hash: string;
  /** A digest of the token and the address; for older links, the subscriber's key. */
  subscriber_key: string;
  created_at: Instant;
}

/** The mail of one week, from the first draft of its note on. */
export interface DigestRow {
  /** A day of the club, 'YYYY-MM-DD'. */
  day: string;
  /** Markdown, and the HTML made from it for mails. */
  note: string;
  note_html: string;
  is_left_out: number;
  began_at: Instant | null;
  done_at: Instant | null;
  /** The key of the last subscriber whose mail is queued. */
  done_up_to: string;
  /** The mail as it is sent to everyone, until all are queued. */
  message: Json;
  /** The keys of the events that were public when it was sent; empty if nothing was sent. */
  announced: Json;
}

interface DoorLinkRow {
  /** SHA-256 of the link's token. */
  token_hash: string;
  /** Tells open phones which link is meant; it gives no access. */
  id: string;
  event_key: string;
  created_at: Instant;
  /** 1: the door shows answers beside the names. */
  shows_answers: Flag | null;
  shows_payments: Flag;
}

export interface UserRow {
  uid: string;
  admin: Flag;
  /** The name of a role; null: the admin flag decides. */
  role: string | null;
  /** As the identity provider or an import names it, unverified. */
  email: string | null;
  /** Verified by the identity provider. Only this address is ever compared with others. */
  verified_email: string | null;
  granted_to: string | null;
  /** 1: from before keys contained the issuer; stored under the provider's subject until its owner signs in again. */
  legacy: Flag;
  /** A list of the keys of their committees, which counts with the role 'committee'. */
  committees: Json | null;
  /** 1: they get a mail about proposals. */
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
  /** The account of the person who invited. */
  invited_by: string;
  /** As for a user. */
  committees: Json | null;
  created_at: Instant;
}

interface SessionRow {
  /** SHA-256 of the cookie's value, so that a copy of the database opens no session. */
  id_hash: string;
  uid: string;
  created_at: Instant;
  seen_at: Instant;
}

/** A stored file, named by a record or not. `path` is year/month/day/guid; the content is at path/name. */
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
  /** When the last record stopped naming it; null: none ever did. Ignored while a record names it. */
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

/** Kept for 30 days. */
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

/** While one exists, a backup is copying stored content, and none is erased. */
interface ErasureHoldRow {
  key: string;
  until: Instant;
}

/** The label of a field, kept after the field has been removed. */
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
  /** When an Admin marked it as done. */
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

/** Something to do at a given moment (app/domain/jobs/), deleted once done. `key` names what it is about. */
export interface JobRow {
  kind: JobKind;
  key: string;
  state: 'waiting' | 'running' | 'failed';
  /** Identifies the claim of the process that runs it; every claim has a new one. */
  lease: string | null;
  /** When to run it; while it runs, when the process that runs it counts as gone. */
  run_at: Instant;
  attempts: number;
  queued_at: Instant;
  /** Why it failed last. */
  error: string | null;
  /** Its lane if lanes take turns (app/domain/jobs/turns.ts), with its owner before the first space; otherwise empty. */
  lane: string;
}

export interface OutboxRow {
  key: string;
  kind: string;
  recipient: string;
  message: Json;
  /** With the three below, how an earlier version queued mail, until it is sent. Empty: its job has the state. */
  state: 'waiting' | 'sending' | 'sent' | 'failed' | '';
  attempts: number;
  next_at: Instant;
  error: string | null;
  created_at: Instant;
  sent_at: Instant | null;
  /** Kept apart from the message, such as a link's token, and deleted once the mail is sent. */
  secret: string | null;
  /** After this the mail is useless, and is not sent. */
  expires_at: Instant | null;
}

/** One mail to many who signed up, queued in parts. Kept for a while, so that the same one cannot begin again. */
export interface MailingRow {
  key: string;
  form_id: string;
  kind: string;
  /** The end of the key of each person's mail. */
  name: string;
  message: Json;
  /** The states of the sign-ups that get it, separated by spaces. */
  states: string;
  /** Later sign-ups do not get it. */
  signed_up_by: Instant | null;
  /** If set, the mailing is useless once this event has begun or no longer begins at `expires_at`. */
  event_key: string | null;
  expires_at: Instant | null;
  /** Pairs of an entry's key and address, if the sign-ups themselves are gone. */
  recipients: Json | null;
  /** The key of the last entry whose mail is queued. */
  done_up_to: string;
  created_at: Instant;
  done_at: Instant | null;
}

/** One message in the club's chat. Its text is written when it is sent, from the event as it is then. */
export interface AnnouncementRow {
  key: string;
  event_key: string;
  kind: 'published' | 'changed' | 'cancelled' | 'resumed';
  /** The former time and place of the event, as people last heard of them. */
  former_plan: Json | null;
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'uncertain' | 'deleted';
  /** Counts the changes to the event, so that a change during an attempt is not lost. */
  revision: number;
  attempts: number;
  /** When it is tried next; while it is being sent, when the process that sends it counts as gone. */
  next_at: Instant;
  queued_at: Instant;
  created_at: Instant;
  error: string | null;
  /** The chat's own id, by which the message can be edited. */
  message_id: string | null;
  posted_at: Instant | null;
  /** What the chat shows, or may show. */
  shown_title: string | null;
  shown_plan: Json | null;
  /** null: what the chat shows is unknown. */
  shown_digest: string | null;
}

interface MailedRecipientRow {
  recipient: string;
  place: number;
  mail: string;
  at: Instant;
}

/** An attestation, or a form's key against double sending, with its outcome. */
export interface UsedTokenRow {
  token: string;
  result: string | null;
  expires_at: Instant;
}

/** Replaces a text of the club's configuration at a path; null: the configuration's text again. */
export interface TextRow {
  path: string;
  text: string | null;
  version: number;
  updated_at: Instant;
}

/** Also 'begin' and 'finish'. */
interface HandoverStepRow {
  step: string;
  /** The account of the person who did it; null if it has been erased. */
  done_by: string | null;
  done_at: Instant;
}

/** The role that each person had when the handover began. */
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
  /** 'YYYY-MM-DD'; empty if it has no end. */
  ends_on: string;
}

/** The owners of an end date that the site finds by itself. */
export interface DateOwnersRow {
  thing: string;
  owner: string;
  second_owner: string;
  version: number;
}

/** A mail to the owners, sent this many days before this end. */
interface DateMailRow {
  thing: string;
  ends_on: string;
  days: number;
}

interface DrillRow {
  /** Each code counts once. */
  code: string;
  backup_at: Instant;
  minutes: number;
  done_at: Instant;
  /** null: the account no longer exists. */
  done_by: string | null;
}

/** The attendance of an event, counted a day after it. */
export interface EventCountRow {
  event_key: string;
  /** Always empty; the event's own title is shown. */
  title: '';
  /** The event's start when it was counted. */
  start: Instant;
  sign_ups: number;
  /** null: the door was not used. */
  at_door: number | null;
  /** The number that officers entered. */
  told: number | null;
  /** The number of people seen for the first time in that year of the club. */
  new_people: number;
  /** In cents; null: the event was free. */
  taken_in: number | null;
  counted_at: Instant;
  /** What an import says and this product does not know, as JSON. */
  extra: string | null;
}

/** `mark` is a digest of an address with that year's key, or a random one for an erased person. */
interface YearPersonRow {
  year: number;
  mark: string;
}

/** How many members of a club's year have been erased since, as they stay counted. */
export interface YearMembersRow {
  year: number;
  paid: number;
  joined: number;
  /** What an import says and this product does not know, as JSON. */
  extra: string | null;
}

/** A line of 'Needs attention' that somebody dismissed, for as long as nothing about it changes. */
interface SettledFindingRow {
  finding: string;
  state: string;
}

/** An address at which a page is or was public. */
interface PageAddressRow {
  slug: string;
  page_key: string;
}

/** An address that a short link has or had. */
interface LinkAddressRow {
  slug: string;
  link_key: string;
}

/** How often a short link was followed on a day of the club. */
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
