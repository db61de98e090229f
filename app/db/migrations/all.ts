import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import * as club from './001-club.ts';
import * as writing from './002-writing.ts';
import * as rateLimits from './003-rate-limits.ts';
import * as formerForms from './004-former-forms.ts';
import * as formRetention from './005-form-retention.ts';
import * as slidingLimits from './006-sliding-limits.ts';
import * as erasureHolds from './007-erasure-holds.ts';
import * as accounts from './008-accounts.ts';
import * as texts from './009-texts.ts';
import * as cardHtml from './010-card-html.ts';
import * as mailedRecipients from './011-mailed-recipients.ts';
import * as fileUses from './012-file-uses.ts';
import * as namedTables from './013-named-tables.ts';
import * as signUps from './014-sign-ups.ts';
import * as door from './015-door.ts';
import * as roles from './016-roles.ts';
import * as people from './017-people.ts';
import * as mailings from './018-mailings.ts';
import * as execTerms from './019-exec-terms.ts';
import * as handover from './020-handover.ts';
import * as findings from './021-findings.ts';
import * as publishing from './022-publishing.ts';
import * as announcements from './023-announcements.ts';
import * as noLinkChecks from './024-no-link-checks.ts';
import * as previewTokens from './025-preview-tokens.ts';
import * as mailSecrets from './026-mail-secrets.ts';
import * as jobs from './027-jobs.ts';
import * as members from './028-members.ts';
import * as doorAnswers from './029-door-answers.ts';
import * as submissionsDone from './030-submissions-done.ts';
import * as confirmedAddresses from './031-confirmed-addresses.ts';
import * as audience from './032-audience.ts';
import * as pages from './033-pages.ts';
import * as lookingBack from './034-looking-back.ts';
import * as eventCounts from './035-event-counts.ts';
import * as stillComing from './036-still-coming.ts';
import * as yearMembers from './037-year-members.ts';
import * as sponsors from './038-sponsors.ts';
import * as draws from './039-draws.ts';
import * as untitledCounts from './040-untitled-counts.ts';
import * as mailedLinks from './041-mailed-links.ts';
import * as pageAddresses from './042-page-addresses.ts';

/** In order; a name once released changes only with its former name noted below. */
export const migrations: Record<string, { up: (db: Kysely<Tables>) => Promise<void> }> = {
  '001-club': club,
  '002-writing': writing,
  '003-rate-limits': rateLimits,
  '004-former-forms': formerForms,
  '005-form-retention': formRetention,
  '006-sliding-limits': slidingLimits,
  '007-erasure-holds': erasureHolds,
  '008-accounts': accounts,
  '009-texts': texts,
  '010-card-html': cardHtml,
  '011-mailed-recipients': mailedRecipients,
  '012-file-uses': fileUses,
  '013-named-tables': namedTables,
  '014-sign-ups': signUps,
  '015-door': door,
  '016-roles': roles,
  '017-people': people,
  '018-mailings': mailings,
  '019-exec-terms': execTerms,
  '020-handover': handover,
  '021-findings': findings,
  '022-publishing': publishing,
  '023-announcements': announcements,
  '024-no-link-checks': noLinkChecks,
  '025-preview-tokens': previewTokens,
  '026-mail-secrets': mailSecrets,
  '027-jobs': jobs,
  '028-members': members,
  '029-door-answers': doorAnswers,
  '030-submissions-done': submissionsDone,
  '031-confirmed-addresses': confirmedAddresses,
  '032-audience': audience,
  '033-pages': pages,
  '034-looking-back': lookingBack,
  '035-event-counts': eventCounts,
  '036-still-coming': stillComing,
  '037-year-members': yearMembers,
  '038-sponsors': sponsors,
  '039-draws': draws,
  '040-untitled-counts': untitledCounts,
  '041-mailed-links': mailedLinks,
  '042-page-addresses': pageAddresses,
};

/** Databases and backups may know one by a name that it had: two were numbered 018. */
const FORMER_NAMES = new Map([['018-texts', '009-texts']]);

export function currentName(name: string): string {
  return FORMER_NAMES.get(name) ?? name;
}
