/** 0 or 1: SQLite has no booleans, and both databases store the same. null: the record did not say. */
type Flag = number | null;
/** JSON as text, in both databases. */
type Json = string;
/** Epoch milliseconds. */
type Instant = number;

/**
 * Columns hold what lists order and filter by; nullable ones keep "not given" apart from "empty", so that an import
 * comes back on export as it was. `extra` holds the fields of a record that this product does not know.
 */
export interface EventRow {
  key: string;
  title: string | null;
  presenter: string | null;
  description: string | null;
  location: string | null;
  form_id: string | null;
  signup_url: string | null;
  google_form_url: string | null;
  tentative: Flag;
  dsc_event: Flag;
  hidden_date: Flag;
  custom_date: string | null;
  image: Json | null;
  gallery: Json | null;
  resources: Json | null;
  time_start: Instant | null;
  time_end: Instant | null;
  extra: Json | null;
  /** Counts the saves: the sequence number in calendars, and how a stale save is noticed. */
  version: number;
  updated_at: Instant;
}

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
  /** Responses are erased after so many days; null: as the club's configuration says. */
  responses_days: number | null;
  /** 1: it asks for name and e-mail, and what follows holds; each response is a sign-up. */
  asks_person: Flag;
  /** null: as many as come. */
  places: number | null;
  /** null counts as on. */
  waitlist: Flag;
  opens: Instant | null;
  closes: Instant | null;
  /** So many hours before the event people are reminded; null: not. */
  remind_hours: number | null;
  extra: Json | null;
  version: number;
  updated_at: Instant;
}

/** The state of a sign-up: someone who comes, who waits for a place, or who came to no use of it. */
export type SignUpState = 'going' | 'waiting' | 'cancelled';

export interface EntryRow {
  form_id: string;
  key: string;
  answers: Json;
  created_at: Instant;
  /** null: an answer of nobody in particular. */
  state: SignUpState | null;
  /** The address of a sign-up without its capitals and spaces: one form has it once. */
  email: string | null;
  /** A sign-up's place in the order of arrival. */
  since: Instant | null;
  checked_in: Instant | null;
}

/** A link that leads to a sign-up without signing in. */
export interface SignUpLinkRow {
  /** SHA-256 of the link's token: a copy of the database opens no sign-up. */
  token_hash: string;
  form_id: string;
  entry_key: string;
  created_at: Instant;
}

export interface UserRow {
  uid: string;
  admin: Flag;
  /** As the identity provider or an import says it: anybody may have said so. */
  email: string | null;
  /** The address that the identity provider has verified: the only one that anything is compared with. */
  verified_email: string | null;
  /** The address under which the admin flag was given. */
  granted_to: string | null;
  /** 1: made before keys held the issuer, and kept under the provider's subject until its owner signs in again. */
  legacy: Flag;
  name: string | null;
  extra: Json | null;
  created_at: Instant;
}

export interface SessionRow {
  /** SHA-256 of the cookie's value: a copy of the database opens no session. */
  id_hash: string;
  uid: string;
  created_at: Instant;
  seen_at: Instant;
}

/** One stored file, whether or not a record names it. `path` is year/month/day/guid; the content is at path/name. */
export interface FileRow {
  guid: string;
  path: string;
  name: string;
  content_type: string;
  /** Bytes of the original. */
  size: number;
  /** Pixels; null for everything but images. */
  width: number | null;
  height: number | null;
  /** A tiny WebP as a data URI, shown blurred while the image loads. */
  blur: string | null;
  created_at: Instant;
}

/** That a record uses a stored file: written with the record, so that nothing has to look for it in all of them. */
export interface FileUseRow {
  guid: string;
  topic: string;
  record_key: string;
}

/** A record of a collection of an import that this product does not know, kept for the export. */
export interface UnknownRecordRow {
  collection: string;
  key: string;
  value: Json;
}

/** What the process notes about itself, such as when the sample club was loaded. */
export interface AppStateRow {
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

/** A removed record, kept for 30 days with everything that went with it. */
export interface TrashRow {
  key: string;
  topic: string;
  record_key: string;
  title: string;
  /** The rows of the record, its files, its form and entries, by table. */
  content: Json;
  removed_by: string;
  removed_at: Instant;
}

/** A folder of stored content to erase once it is due; survives a crash. */
export interface FileDeletionRow {
  path: string;
  due_at: Instant;
}

/** While one of these lasts, no stored content is erased: a backup is copying what the database named when it began. */
export interface ErasureHoldRow {
  key: string;
  until: Instant;
}

/** The label under which answers to a field were given, kept after the field has gone. */
export interface FormLabelRow {
  form_id: string;
  name: string;
  description: string;
}

/** A form that an event had before: its responses are still shown there. */
export interface FormerFormRow {
  form_id: string;
  event_key: string;
}

export interface SubmissionRow {
  form: string;
  key: string;
  answers: Json;
  created_at: Instant;
}

/** A mail to send, written in the same transaction as what caused it. */
export interface OutboxRow {
  key: string;
  kind: string;
  recipient: string;
  message: Json;
  /** waiting, sending, sent or failed. */
  state: string;
  attempts: number;
  next_at: Instant;
  error: string | null;
  created_at: Instant;
  sent_at: Instant | null;
  /** What the message leaves out until it is sent, such as the token of a link; gone once it is sent. */
  secret: string | null;
}

/** One of the places that a day has for mails of one kind to one recipient. */
export interface MailedRecipientRow {
  /** A digest of the kind and the address. */
  recipient: string;
  place: number;
  /** The outbox's key of the mail that took it. */
  mail: string;
  at: Instant;
}

/** A token that may be used once: an attestation, or a form's own key against double sending, with what came of it. */
export interface UsedTokenRow {
  token: string;
  result: string | null;
  expires_at: Instant;
}

/** The tables of the plain records, such as the executives, are added where these are defined: app/domain/records/define.ts. */
export interface Tables {
  events: EventRow;
  files_settings: FilesSettingRow;
  forms: FormRow;
  entries: EntryRow;
  sign_up_links: SignUpLinkRow;
  users: UserRow;
  sessions: SessionRow;
  files: FileRow;
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
  outbox: OutboxRow;
  mailed_recipients: MailedRecipientRow;
  used_tokens: UsedTokenRow;
}
