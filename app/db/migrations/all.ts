import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { noteFileUses } from './012-file-uses.ts';
import { givePreviewTokens } from './025-preview-tokens.ts';
import { placeSecrets } from './026-mail-secrets.ts';
import { fillAddresses } from './042-page-addresses.ts';
import { fillChosenOptions } from './045-chosen-options.ts';
import { noteFilesInTexts } from './047-unused-files.ts';
import { moveReservedPages } from './049-reserved-addresses.ts';

/** A statement for both databases or for one, or code for what a statement cannot do. `rows`: tables whose rows it adds or removes. */
type Step = string | { postgres: string } | ((db: Kysely<Tables>) => Promise<void>) | RowStep;

interface RowStep {
  rows: string[];
  run: (db: Kysely<Tables>) => Promise<void>;
}

/** In order. A name that has been released changes only if its former name is noted below. */
export const migrations: Record<string, Step[]> = {
  '001-club': [
    `create table events (
      key text primary key, title text, presenter text, description text, location text, form_id text, signup_url text,
      google_form_url text, tentative integer, dsc_event integer, hidden_date integer, custom_date text, image text,
      gallery text, resources text, time_start bigint, time_end bigint, extra text, version integer default 0 not null,
      updated_at bigint default 0 not null)`,
    'create index events_by_start on events (time_start, key)',
    'create index events_by_dsc on events (dsc_event, time_start, key)',
    'create index events_by_form on events (form_id)',
    `create table execs (
      key text primary key, name text, title text, description text, is_current integer, image text, extra text,
      version integer default 0 not null, updated_at bigint default 0 not null)`,
    'create index execs_by_current on execs (is_current, key)',
    `create table food (
      key text primary key, name text, section text, price double precision, extra text,
      version integer default 0 not null, updated_at bigint default 0 not null)`,
    'create index food_by_section on food (section, name, key)',
    `create table dsc (
      key text primary key, title text, text text, img text, img_alt text, position double precision, extra text,
      version integer default 0 not null, updated_at bigint default 0 not null)`,
    'create index dsc_by_position on dsc (position, key)',
    `create table forms (
      id text primary key, fields text, extra text, version integer default 0 not null,
      updated_at bigint default 0 not null)`,
    `create table entries (
      form_id text not null, key text not null, answers text not null, created_at bigint not null,
      constraint entries_pk primary key (form_id, key))`,
    'create index entries_by_time on entries (created_at, form_id, key)',
    `create table users (
      uid text primary key, admin integer, email text, name text, extra text, created_at bigint not null)`,
    'create index users_by_email on users (email)',
    `create table sessions (
      id_hash text primary key, uid text not null, created_at bigint not null, seen_at bigint not null)`,
    'create index sessions_by_user on sessions (uid)',
    'create index sessions_by_seen on sessions (seen_at)',
    `create table files (
      guid text primary key, path text not null, name text not null, content_type text not null, size bigint not null,
      width integer, height integer, blur text, created_at bigint not null)`,
    `create table files_settings (
      key text primary key, value text not null, version integer default 0 not null,
      updated_at bigint default 0 not null)`,
    `create table kept (
      collection text not null, key text not null, value text not null, constraint kept_pk primary key (collection, key))`,
    'create table notes (name text primary key, value text not null)',
  ],
  '002-writing': [
    `create table activity (
      key text primary key, at bigint not null, uid text, who text not null, verb text not null, topic text not null,
      record_key text not null, title text not null)`,
    'create index activity_by_time on activity (at, key)',
    `create table trash (
      key text primary key, topic text not null, record_key text not null, title text not null, content text not null,
      removed_by text not null, removed_at bigint not null)`,
    'create index trash_by_time on trash (removed_at, key)',
    'create table file_deletions (path text primary key, due_at bigint not null)',
    'create index file_deletions_by_due on file_deletions (due_at)',
    `create table form_labels (
      form_id text not null, name text not null, description text not null,
      constraint form_labels_pk primary key (form_id, name))`,
    `create table submissions (
      form text not null, key text not null, answers text not null, created_at bigint not null,
      constraint submissions_pk primary key (form, key))`,
    'create index submissions_by_time on submissions (form, created_at)',
    `create table outbox (
      key text primary key, kind text not null, recipient text not null, message text not null, state text not null,
      attempts integer not null, next_at bigint not null, error text, created_at bigint not null, sent_at bigint)`,
    'create index outbox_by_state on outbox (state, next_at)',
    'create table used_tokens (token text primary key, result text, expires_at bigint not null)',
    'create index used_tokens_by_expiry on used_tokens (expires_at)',
  ],
  '003-rate-limits': ['create table rate_limits (key text primary key, points integer not null, expire bigint)'],
  '004-former-forms': [
    'create table former_forms (form_id text primary key, event_key text not null)',
    'create index former_forms_by_event on former_forms (event_key)',
  ],
  '005-form-retention': ['alter table forms add column responses_days integer'],
  '006-sliding-limits': [
    'drop table rate_limits',
    `create table rate_limits (
      key text primary key, times text not null, is_taken integer not null, expires_at bigint not null)`,
  ],
  '007-erasure-holds': ['create table erasure_holds (key text primary key, until bigint not null)'],
  /** Existing addresses are unverified until the next sign-in. Admins stay admins. */
  '008-accounts': [
    'alter table users add column verified_email text',
    'alter table users add column granted_to text',
    // Also for rows that a copy of the previous version adds, which may still run beside this one.
    'alter table users add column legacy integer default 1',
    'update users set granted_to = email where admin = 1',
    // Nobody may already own a key of the kind that accounts have from now on: `id-` and a digest of 43 characters.
    `update sessions set uid = 'was-' || uid where uid like 'id-%' and length(uid) = 46`,
    `update users set uid = 'was-' || uid where uid like 'id-%' and length(uid) = 46`,
    // Two people could share one of these, so it is unknown whose sessions they are.
    `delete from sessions where uid like 'sub-%'`,
  ],
  '009-texts': [
    'create table texts (path text primary key, text text, version integer not null, updated_at bigint not null)',
  ],
  /** HTML is cleaned when it is saved, so that showing a page parses none. */
  '010-card-html': ['alter table dsc add column html text'],
  '011-mailed-recipients': [
    `create table mailed_recipients (
      recipient text not null, place integer not null, mail text not null, at bigint not null,
      constraint mailed_recipients_pk primary key (recipient, place))`,
    'create index mailed_recipients_by_time on mailed_recipients (at)',
  ],
  '012-file-uses': [
    `create table file_uses (
      guid text not null, topic text not null, record_key text not null,
      constraint file_uses_pk primary key (guid, topic, record_key))`,
    'create index file_uses_by_record on file_uses (topic, record_key)',
    { rows: ['file_uses'], run: noteFileUses },
  ],
  /** On Postgres the old names stay as writable views, because a copy of the previous version may still run beside this one. */
  '013-named-tables': [
    'alter table kept rename to unknown_records',
    { postgres: 'create view kept as select * from unknown_records' },
    'alter table notes rename to app_state',
    { postgres: 'create view notes as select * from app_state' },
  ],
  '014-sign-ups': [
    'alter table forms add column asks_person integer',
    'alter table forms add column places integer',
    'alter table forms add column waitlist integer',
    'alter table forms add column remind_hours integer',
    'alter table forms add column opens bigint',
    'alter table forms add column closes bigint',
    'alter table entries add column state text',
    'alter table entries add column email text',
    'alter table entries add column since bigint',
    'alter table entries add column checked_in bigint',
    // One sign-up per form and address. Rows without an address do not count.
    'create unique index sign_ups_by_address on entries (form_id, email) where email is not null',
    'create index sign_ups_in_order on entries (form_id, state, since) where state is not null',
    'create index sign_ups_by_arrival on entries (form_id, since) where state is not null',
    `create table sign_up_links (
      token_hash text primary key, form_id text not null, entry_key text not null, created_at bigint not null)`,
    'create index sign_up_links_by_entry on sign_up_links (form_id, entry_key)',
    'alter table outbox add column secret text',
  ],
  '015-door': [
    'alter table entries add column check_ins text',
    `create table door_links (
      token_hash text primary key, id text not null, event_key text not null, created_at bigint not null)`,
    'create index door_links_by_event on door_links (event_key, created_at)',
  ],
  /** A user with the admin flag and no role stays an admin. */
  '016-roles': ['alter table users add column role text'],
  '017-people': [
    'alter table users add column signed_in_at bigint',
    `create table invitations (
      key text primary key, email text not null, role text not null, invited_by text not null,
      created_at bigint not null)`,
  ],
  '018-mailings': [
    'alter table outbox add column expires_at bigint',
    `create table mailings (
      key text primary key, form_id text not null, kind text not null, name text not null, message text not null,
      states text not null, signed_up_by bigint, event_key text, expires_at bigint, recipients text,
      done_up_to text not null, created_at bigint not null, done_at bigint)`,
    'create index mailings_to_do on mailings (created_at, key) where done_at is null',
  ],
  '019-exec-terms': ['alter table execs add column since text', 'alter table execs add column until text'],
  '020-handover': [
    'create table handover_steps (step text primary key, done_by text, done_at bigint not null)',
    'create table handover_roles (uid text primary key, role text not null)',
    `create table handover_items (
      key text primary key, title text not null, owner text not null, is_done integer not null,
      version integer not null, created_at bigint not null)`,
  ],
  '021-findings': [
    `create table link_checks (
      address text primary key, checked_at bigint not null, status integer, failures integer not null,
      failed_since bigint)`,
    'create table settled_findings (finding text primary key, state text not null)',
  ],
  /** Empty columns mean what was true before: published, taking place, announced nowhere. */
  '022-publishing': [
    'alter table events add column publish_at bigint',
    'alter table events add column preview_token text',
    'create index events_to_publish on events (publish_at) where publish_at is not null',
    'alter table events add column cancelled integer',
    'alter table events add column cancel_reason text',
    'alter table events add column recap text',
    'alter table events add column announce integer',
  ],
  '023-announcements': [
    `create table announcements (
      key text primary key, event_key text not null, kind text not null, former_plan text, state text not null,
      revision integer not null, attempts integer not null, next_at bigint not null, queued_at bigint not null,
      created_at bigint not null, error text, message_id text, posted_at bigint, shown_title text, shown_plan text,
      shown_digest text)`,
    'create index announcements_by_event on announcements (event_key, created_at, key)',
    `create index announcements_to_do on announcements (state, next_at)
      where state in ('waiting', 'sending', 'failed', 'uncertain')`,
  ],
  /** On Postgres an empty view stays, because the admin home of the previous version, which may still run beside this one, reads it. */
  '024-no-link-checks': [
    'drop table link_checks',
    `delete from app_state where name = 'turn:links'`,
    {
      postgres: `create view link_checks as select ''::text as address, 0::bigint as checked_at, null::integer as status,
        0 as failures, null::bigint as failed_since where false`,
    },
  ],
  /** From here on every draft has a link, not only once somebody has looked at it. */
  '025-preview-tokens': [givePreviewTokens],
  /** Queued mail notes the position of its secret instead of holding a placeholder. */
  '026-mail-secrets': [placeSecrets],
  '027-jobs': [
    `create table jobs (
      kind text not null, key text not null, state text not null, lease text, run_at bigint not null,
      attempts integer not null, queued_at bigint not null, error text, constraint jobs_pkey primary key (kind, key))`,
    `create index jobs_due on jobs (kind, run_at, key) where state in ('waiting', 'running')`,
    'create index outbox_by_sending on outbox (sent_at)',
  ],
  '028-members': [
    `create table members (
      key text primary key, name text, email text, student_id text, note text, since text, payments text,
      address_key text, search text, paid_until text, extra text, version integer not null, updated_at bigint not null)`,
    // One record per address. Those without an address do not count.
    'create unique index members_by_address on members (address_key) where address_key is not null',
    'create index members_by_student_id on members (student_id)',
    'create index members_in_order on members (search, key)',
    'create table member_links (token_hash text primary key, member_key text not null, created_at bigint not null)',
    'create index member_links_by_member on member_links (member_key)',
  ],
  /** Whether a helpers' link shows answers beside the names at the door. */
  '029-door-answers': ['alter table door_links add column shows_answers integer'],
  /** When an Admin marked a submission as done. */
  '030-submissions-done': ['alter table submissions add column done_at bigint'],
  /** Whether a form's sign-ups count only once their address is confirmed. Those never confirmed are found by their age. */
  '031-confirmed-addresses': [
    'alter table forms add column confirms integer',
    `create index unconfirmed_by_age on entries (since) where state = 'unconfirmed'`,
  ],
  /** Who can sign up with a form, and until when only they can. */
  '032-audience': ['alter table forms add column audience text', 'alter table forms add column members_until bigint'],
  '033-pages': [
    `create table pages (
      key text primary key, title text, slug text, text text, place text, former text, preview_token text, extra text,
      publish_at bigint, version integer not null, updated_at bigint not null)`,
    'create unique index pages_by_address on pages (slug) where slug is not null',
    'create index pages_by_publishing on pages (publish_at)',
  ],
  /** How an event went, only for officers; empty if nobody entered it. */
  '034-looking-back': [
    'alter table events add column retro_ran_out text',
    'alter table events add column retro_change text',
    'alter table events add column retro_cost text',
    'alter table events add column retro_came integer',
  ],
  /** How many signed up and came, kept when responses are erased (docs/decisions/0009). */
  '035-event-counts': [
    `create table event_counts (
      event_key text primary key, title text not null, start bigint not null, sign_ups integer not null,
      at_door integer, told integer, new_people integer not null, counted_at bigint not null)`,
    `create table year_people (
      year integer not null, mark text not null, constraint year_people_pkey primary key (year, mark))`,
  ],
  /** Whether people are asked 'Still coming?' before an event, and their answer. */
  '036-still-coming': [
    'alter table forms add column ask_again_hours integer',
    'alter table forms add column pass_on integer',
    'alter table entries add column asked_for bigint',
    'alter table entries add column coming_for bigint',
  ],
  /** How many members of a club's year have been erased since, so that its figures stay. */
  '037-year-members': [
    'create table year_members (year integer primary key, paid integer not null, joined integer not null)',
  ],
  '038-sponsors': [
    `create table sponsors (
      key text primary key, name text, logo text, alt text, url text, tier text, from_day text, until_day text,
      extra text, place double precision, version integer not null, updated_at bigint not null)`,
    `create table notices (
      key text primary key, text text, url text, from_at bigint, until_at bigint, extra text, version integer not null,
      updated_at bigint not null)`,
  ],
  /** Draws: the form's secret and the result, and each entry's ticket. */
  '039-draws': [
    'alter table forms add column draw integer',
    'alter table forms add column draw_secret text',
    'alter table forms add column drawn_at bigint',
    'alter table forms add column drawn text',
    'alter table entries add column ticket text',
    'create unique index entries_by_ticket on entries (form_id, ticket) where ticket is not null',
    'create index forms_to_draw on forms (closes) where draw = 1',
  ],
  /** A title may name somebody, so it is removed with the event. The column stays for copies of the previous version, which write it. */
  '040-untitled-counts': [`update event_counts set title = ''`],
  /**
   * Which links to sign-ups were mailed only to their address. For earlier links this is unknown, except if nobody has confirmed
   * the address. And an address signs up once, but may be entered any number of times until it is confirmed.
   */
  '041-mailed-links': [
    'alter table sign_up_links add column mailed integer',
    `update sign_up_links set mailed = 1 where exists (
      select 1 from entries
      where entries.form_id = sign_up_links.form_id and entries.key = sign_up_links.entry_key and state = 'unconfirmed')`,
    'drop index sign_ups_by_address',
    `create unique index sign_ups_by_address
      on entries (form_id, email, (case when state = 'unconfirmed' then key else '' end)) where email is not null`,
  ],
  /** Every address at which a page is or was public, in a table of its own. Until now, the pages themselves held them. */
  '042-page-addresses': [
    `create table page_addresses (
      slug text not null, page_key text not null, constraint page_addresses_pkey primary key (slug, page_key))`,
    'create index trash_by_record on trash (record_key)',
    { rows: ['page_addresses'], run: fillAddresses },
  ],
  /** Unknown fields of imported counts are exported again, as for every other record. */
  '043-fields-beside-counts': [
    'alter table event_counts add column extra text',
    'alter table year_members add column extra text',
  ],
  /** Each mailed calendar file has a higher number than the one before. */
  '044-calendar-sequence': ['alter table forms add column calendar_sequence bigint'],
  /**
   * The limited options that each response chose; until now, counting them read all answers. No index contains an option, because
   * an imported one may be long. The index of states saves reading whole rows with their answers.
   */
  '045-chosen-options': [
    'create table chosen_options (form_id text not null, entry_key text not null, field text not null, option text not null)',
    'create index chosen_options_by_entry on chosen_options (form_id, entry_key)',
    'create index entries_by_state on entries (form_id, key, state)',
    { rows: ['chosen_options'], run: fillChosenOptions },
  ],
  /** Lanes take turns, so that mail to one domain, or to many about one event, holds back no other. */
  '046-mail-lanes': [
    `alter table jobs add column lane text not null default ''`,
    `create index jobs_in_turn on jobs (kind, (case when attempts = 0 then 0 else 1 end), lane, run_at, key)
      where state = 'waiting'`,
  ],
  /** Files that no record names any more stay for a while. And every text of a record may name files, not only a page's. */
  '047-unused-files': [
    'alter table files add column unused_since bigint',
    { rows: ['file_uses'], run: noteFilesInTexts },
  ],
  /** One mailed link offers every sign-up that waits for that address. */
  '048-waiting-for-address': [
    `create index unconfirmed_by_address on entries (email, since) where state = 'unconfirmed'`,
  ],
  '049-reserved-addresses': [{ rows: ['page_addresses', 'app_state'], run: moveReservedPages }],
  /** End dates, their owners, the mails about them, and who practised restoring a backup. */
  '050-what-runs-out': [
    `alter table handover_items add column second_owner text not null default ''`,
    `alter table handover_items add column ends_on text not null default ''`,
    `create table date_owners (
      thing text primary key, owner text not null, second_owner text not null, version integer not null)`,
    `create table date_mails (
      thing text not null, ends_on text not null, days integer not null,
      constraint date_mails_pkey primary key (thing, ends_on, days))`,
    `create table drills (
      code text primary key, backup_at bigint not null, minutes integer not null, done_at bigint not null, done_by text)`,
  ],
  /** An officer may correct an address whose link nobody has followed. For earlier links this is unknown. */
  '051-followed-links': [
    'alter table sign_up_links add column followed integer',
    'update sign_up_links set followed = 1',
  ],
  /** Until when a form keeps places for groups, and when they were released. */
  '052-places-for-groups': [
    'alter table forms add column keep_until bigint',
    'alter table forms add column released_at bigint',
    'create index forms_to_release on forms (keep_until) where keep_until is not null',
  ],
  /** The price of a place, what each person owes and has paid, and the payments of people who have been erased. */
  '053-a-price': [
    'alter table forms add column price bigint',
    'alter table forms add column member_price bigint',
    'alter table forms add column how_to_pay text',
    'alter table forms add column pay_within_days integer',
    'alter table forms add column give_up_unpaid integer',
    'alter table entries add column owes bigint',
    'alter table entries add column reference text',
    'alter table entries add column pay_by bigint',
    'alter table entries add column pays_with_start integer',
    'alter table entries add column remind_to_pay_at bigint',
    'alter table entries add column paid_on text',
    'alter table entries add column paid_how text',
    'alter table entries add column paid_note text',
    'alter table entries add column paid_amount bigint',
    'alter table entries add column refunded_on text',
    'alter table entries add column kept_on text',
    'create unique index entries_by_reference on entries (reference) where reference is not null',
    'create index entries_to_remind on entries (remind_to_pay_at) where remind_to_pay_at is not null',
    'create index entries_to_give_up on entries (pay_by) where pay_by is not null and paid_on is null',
    `create table nameless_payments (
      reference text primary key, form_id text not null, owes bigint, paid_on text not null, paid_how text not null,
      paid_amount bigint not null, refunded_on text, kept_on text, has_place integer not null)`,
    'create index nameless_payments_by_form on nameless_payments (form_id)',
    'alter table door_links add column shows_payments integer',
    'alter table event_counts add column taken_in bigint',
  ],
  /** Short links under /go, their former addresses, and their visits per day. */
  '055-short-links': [
    `create table links (
      key text primary key, slug text, url text, note text, until_at bigint, leads_to text, extra text,
      place double precision, version integer not null, updated_at bigint not null)`,
    'create unique index links_by_address on links (slug) where slug is not null',
    'create index links_by_next on links (leads_to) where leads_to is not null',
    `create table link_addresses (
      slug text not null, link_key text not null, constraint link_addresses_pkey primary key (slug, link_key))`,
    `create table link_visits (
      link_key text not null, day text not null, visits integer not null,
      constraint link_visits_pkey primary key (link_key, day))`,
  ],
  /** Officers for only some events, which events those are, and who proposed what is not published yet. */
  '056-committees': [
    `create table committees (
      key text primary key, name text, name_key text, may_publish integer, extra text, place double precision,
      version integer not null, updated_at bigint not null)`,
    'create unique index committees_by_name on committees (name_key) where name_key is not null',
    'alter table events add column committee text',
    'alter table events add column proposed_by text',
    'alter table events add column proposed_at bigint',
    'alter table events add column sent_back text',
    'create index events_by_committee on events (committee) where committee is not null',
    'alter table users add column committees text',
    'alter table users add column mails_proposals integer',
    'alter table invitations add column committees text',
  ],
  '057-kinds': [
    `create table kinds (
      key text primary key, name text, slug text, colour text, place double precision, extra text,
      version integer not null, updated_at bigint not null)`,
    'alter table events add column kind text',
    'create index events_by_kind on events (kind, time_start, key) where kind is not null',
  ],
  /** To find events that still go on in a month: none began earlier before it than the longest event lasts. */
  '058-lengths-of-events': ['create index events_by_length on events ((time_end - time_start))'],
  '059-imported-events': [
    'alter table events add column import_id text',
    'alter table events add column imported_as text',
    'create index events_by_import on events (import_id) where import_id is not null',
  ],
  /** The subscribers to the mail of coming events, those who have yet to confirm, the links that end it, and each week's mail. */
  '060-digest': [
    `create table subscribers (
      key text primary key, email text, address_key text, since text, extra text, version integer not null,
      updated_at bigint not null)`,
    'create unique index subscribers_by_address on subscribers (address_key) where address_key is not null',
    `create table subscription_requests (
      token_hash text primary key, email text not null, created_at bigint not null)`,
    'create index subscription_requests_by_address on subscription_requests (email)',
    `create table stop_links (token_hash text primary key, subscriber_key text not null, created_at bigint not null)`,
    `create table digests (
      day text primary key, note text not null, note_html text not null, is_left_out integer not null, began_at bigint,
      done_at bigint, done_up_to text not null, message text not null, announced text not null)`,
  ],
};

export async function runStep(db: Kysely<Tables>, step: Step): Promise<void> {
  if (typeof step === 'function') await step(db);
  else if (typeof step === 'string') await sql.raw(step).execute(db);
  else if ('run' in step) await step.run(db);
  else if (db.getExecutor().adapter instanceof PostgresAdapter) await sql.raw(step.postgres).execute(db);
}

const CHANGES_ROWS =
  /\b(?:insert into|delete from|drop table(?: if exists)?|alter table(?= \w+ rename to)|rename to) "?(\w+)/g;

/** The tables whose rows these migrations change. An update compares the row counts of all others. */
export function tablesNamedBy(names: string[]): Set<string> {
  const steps = names.flatMap((name) => migrations[currentName(name)] ?? []);
  return new Set(
    steps.flatMap((step) => {
      if (typeof step === 'function') return [];
      if (typeof step === 'object' && 'rows' in step) return step.rows;
      const text = typeof step === 'string' ? step : step.postgres;
      return [...text.toLowerCase().matchAll(CHANGES_ROWS)].map(([, table = '']) => table);
    }),
  );
}

/** Databases and backups may know a migration by a former name: two were numbered 018. */
const FORMER_NAMES = new Map([['018-texts', '009-texts']]);

export function currentName(name: string): string {
  return FORMER_NAMES.get(name) ?? name;
}
